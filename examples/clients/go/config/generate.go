// Package config is the configuration of the payments. `go generate` writes the rest of it.
package config

//go:generate confc generate go ../../../shop/components/payments.cml --package config -o config.go
