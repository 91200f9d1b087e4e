// Measures the client in C++, and with PROTOBUF also libprotobuf: see `benches/clients.rs`.

#include "config.hpp"
#include <cstdio>
#include <ctime>
#include <fstream>
#include <functional>
#include <iterator>
#ifdef PROTOBUF
#include "values.pb.h"
#endif

struct Measured {
  const char *label;
  std::function<bool()> call;
};

static std::string read(const char *path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

static bool load(const std::string &bytes) {
  const auto config = bench::Config::load(bytes);
  return config && config->port() == 8443;
}

int main() {
  const std::string values = read("values.cvf"), embedded = read("embedded.cvf"), message = read("values.binpb");
  const auto digest = confc::v1::sha256(values);
  const Measured all[] = {
      {"client", [&] { return load(values); }},
      {"client, embedded schema", [&] { return load(embedded); }},
#ifdef PROTOBUF
      {"protobuf: libprotobuf",
       [&] {
         net::Config config;
         return config.ParseFromString(message) && config.port() == 8443;
       }},
#endif
      {"SHA-256 of the bytes", [&] { return confc::v1::sha256(values) == digest; }},
  };
  for (int round = 0; round < 5; ++round) {
    for (const Measured &one : all) {
      const std::clock_t start = std::clock();
      double spent = 0, calls = 0;
      do {
        for (int i = 0; i < 100; ++i) {
          if (!one.call()) return 1;
        }
        calls += 100;
        spent = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
      } while (spent < 0.3);
      std::printf("%.1f\t%s\n", spent / calls * 1e9, one.label);
    }
  }
}
