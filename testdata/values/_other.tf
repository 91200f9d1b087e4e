variable "password" {
  default = "x"
}
