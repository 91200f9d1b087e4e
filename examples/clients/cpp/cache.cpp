// The cache of the shop. It loads its configuration, and loads it again whenever the file is replaced.

#include "cache_config.hpp"
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <thread>

namespace {

using shop::cache::Config;

confc::v1::Result<Config> load(const char *path) {
  std::ifstream file(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  return Config::load(bytes);
}

void describe(const Config &config) {
  std::cout << "cache: " << config.cache_memory() << " MiB at port " << config.port() << ", log level "
            << confc::v1::name_of(config.log_level()) << std::endl;
}

} // namespace

int main(int count, char **arguments) {
  if (count != 2) {
    std::cerr << "usage: cache VALUES\n";
    return 2;
  }
  const char *path = arguments[1];
  std::error_code missing;
  auto seen = std::filesystem::last_write_time(path, missing);
  auto config = load(path);
  if (!config) {
    std::cerr << "cache: " << path << ": " << config.error().message() << "\n";
    return 1;
  }
  describe(*config);
  while (true) {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    const auto time = std::filesystem::last_write_time(path, missing);
    if (missing || time == seen) continue;
    seen = time;
    auto next = load(path);
    if (!next) {
      std::cerr << "cache: keeps the old values: " << next.error().message() << "\n";
      continue;
    }
    for (const std::string_view key : config->changed(*next)) std::cout << "cache: changed " << key << "\n";
    config = std::move(next);
    describe(*config);
  }
}
