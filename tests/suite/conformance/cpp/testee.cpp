// Reads one request per line, and writes one answer per line.

#include "answers.hpp"
#include <iostream>
#include <sstream>

std::string hexadecimal(std::string_view bytes) {
  std::string digits;
  for (const char byte : bytes) {
    digits += "0123456789abcdef"[static_cast<unsigned char>(byte) >> 4];
    digits += "0123456789abcdef"[byte & 15];
  }
  return digits;
}

std::string bytes_of(const std::string &argument) {
  const auto digit = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
  std::string bytes;
  for (std::size_t at = 1; at + 1 < argument.size(); at += 2) {
    bytes += static_cast<char>(digit(argument[at]) << 4 | digit(argument[at + 1]));
  }
  return bytes;
}

std::string refusal(const confc::v1::LoadError &error) {
  switch (error.kind) {
  case confc::v1::ErrorKind::kDecode:
    return "decode";
  case confc::v1::ErrorKind::kChecksum:
    return "checksum s" + hexadecimal(error.message());
  case confc::v1::ErrorKind::kCount:
    return "count " + error.expected + " " + error.found;
  case confc::v1::ErrorKind::kConstraint:
    return "constraint " + error.path.substr(0, error.path.find_first_of(".["));
  case confc::v1::ErrorKind::kOverride:
    return "override " + error.path.substr(0, error.path.find_first_of(".["));
  case confc::v1::ErrorKind::kRule:
    break;
  }
  return "rule s" + hexadecimal(error.message());
}

int main() {
  std::ios::sync_with_stdio(false);
  std::string line;
  while (std::getline(std::cin, line)) {
    std::istringstream words(line);
    std::string declaration, word;
    Request request;
    words >> declaration;
    while (words >> word) request.push_back(word);
    std::cout << answer_of(declaration, request) << "\n";
  }
}
