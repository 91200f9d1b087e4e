// Uses two clients that share a runtime. Exits with 1 if anything is not as expected.

#include "config.hpp"
#include "gate.hpp"
#include <fstream>
#include <iterator>

namespace {

std::string read(const char *path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The errors of both clients are of one type.
bool is_of_other_interface(const confc::v1::LoadError &error) {
  return error.kind == confc::v1::ErrorKind::kChecksum && error.differences.size() > 1;
}

} // namespace

int main() {
  const std::string door_file = read("values.cvf"), gate_file = read("gate.cvf");
  const auto door = acme::door::Config::load(door_file);
  const auto gate = gate::Config::load(gate_file);
  if (!door || !gate || !(door->token() == gate->code())) return 1;
  const auto not_door = acme::door::Config::load(gate_file);
  const auto not_gate = gate::Config::load(door_file);
  if (not_door || not_gate) return 1;
  return is_of_other_interface(not_door.error()) && is_of_other_interface(not_gate.error()) ? 0 : 1;
}
