// Gives random bytes to a client: as they are, and with the SHA-256 that they should have. For libFuzzer.

#include "config.hpp"
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  using acme::door::Config;
  std::string bytes(reinterpret_cast<const char *>(data), size);
  (void)Config::load(bytes);
  // With a valid sum, the client checks the content.
  if (size >= 35) {
    bytes.resize(size - 35);
    const auto digest = confc::v1::sha256(bytes);
    bytes += "\xa2\x06\x20";
    for (const std::uint8_t byte : digest) bytes += static_cast<char>(byte);
  }
  const auto loaded = Config::load(bytes);
  if (!loaded) {
    if (loaded.error().message().empty()) std::abort();
    return 0;
  }
  // Values that were accepted convert to text and back.
  if (loaded->debug_string().empty() || loaded->to_json().empty() || *loaded != *Config::load(bytes)) std::abort();
  return 0;
}
