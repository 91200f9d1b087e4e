// Counts the memory that loading allocates.

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <malloc.h>
#include <new>

inline std::size_t now = 0, peak = 0;

void *operator new(std::size_t size) {
  void *const memory = std::malloc(size);
  now += malloc_usable_size(memory);
  if (now > peak) peak = now;
  return memory;
}

void operator delete(void *memory) noexcept {
  now -= malloc_usable_size(memory);
  std::free(memory);
}

void operator delete(void *memory, std::size_t) noexcept { operator delete(memory); }

/// Ends the program if loading takes more than 32 bytes for each byte of a file.
template <class Config> void check(const char *path) {
  std::ifstream file(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  const std::size_t before = now;
  peak = now;
  const auto loaded = Config::load(bytes);
  if (loaded && peak - before <= 32 * bytes.size()) return;
  std::fprintf(stderr, "%s: %zu bytes for %zu\n", path, peak - before, bytes.size());
  std::exit(1);
}
