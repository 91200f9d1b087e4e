#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#ifndef CONFC_RUNTIME_V1
#define CONFC_RUNTIME_V1

/// The runtime of configuration clients. Clients in one program share it.
namespace confc::v1 {

/// The interface between the runtime and its clients. A client of another interface does not compile.
inline constexpr bool kRuntime1 = true;

// Values and tables.

using View = std::string_view;
struct Value;
using Words = std::vector<std::uint64_t>;
using Texts = std::vector<std::string>;
using Values = std::vector<Value>;

enum class State : std::uint8_t { kPresent,
                                  kAbsent,
                                  kNull };

/// A value, which means something only with its type. Bools, integers and variants are words, signed ones in two's
/// complement; floats are the bits of a float64. A list of words is one of `Words`, and a list of strings or JSON texts
/// one of `Texts`. A map with entries has two parts: its keys as `Texts`, and the list of its values. A union has one part
/// and the position of its case.
struct Value {
  State state = State::kPresent;
  std::uint32_t number = 0;
  std::variant<std::uint64_t, std::string, Words, Texts, Values> content;

  std::uint64_t word() const { return *std::get_if<std::uint64_t>(&content); }
  const std::string &text() const { return *std::get_if<std::string>(&content); }
  const Words &words() const { return *std::get_if<Words>(&content); }
  const Texts &texts() const { return *std::get_if<Texts>(&content); }
  const Values &parts() const { return *std::get_if<Values>(&content); }
  const Texts &keys() const {
    static const Texts none;
    return parts().empty() ? none : parts()[0].texts();
  }
  bool operator==(const Value &other) const {
    return state == other.state && number == other.number && content == other.content;
  }
  bool operator<(const Value &other) const {
    if (state != other.state) return state < other.state;
    return number != other.number ? number < other.number : content < other.content;
  }
};

/// The kind of a type: the number of its case in `ConfigVectorValue`, but 19 for arrays.
enum Kind : std::uint8_t {
  kBool = 1,
  kUint8,
  kUint16,
  kUint32,
  kUint64,
  kInt8,
  kInt16,
  kInt32,
  kInt64,
  kString,
  kFloat32,
  kFloat64,
  kEnum,
  kStruct,
  kJson,
  kVector,
  kMap,
  kUnion,
  kArray
};

/// Properties of fields, as bits.
enum Flag : std::uint8_t {
  kOptional = 1,
  kNullable = 2,
  kRest = 4,
  kSensitive = 8,
  kHidden = 16 // it has a default that is secret
};

/// A field of the schema or a member of a struct.
struct Field {
  View key;
  View name;          // in plain data
  std::uint32_t type; // its position in the table
  std::uint8_t flags;
  View fallback; // the bytes of its default; without data if it has no default or a hidden one
  View text;     // the text of its type, for differences
};

/// A variant of an enum; variants ascend by number. `by_name` is the position of the variant that would be here if they
/// ascended by name.
struct Variant {
  std::int64_t number;
  View name;
  std::uint32_t by_name;
};

struct Variants {
  const Variant *data;
  std::size_t size;
};

/// A case of a union. `text` is the text of its tag.
struct Case {
  View key;
  std::uint32_t type;
  View text;
};

/// The form and the limits of the values of a type. Members that its kind does not use are empty.
struct Type {
  Kind kind;
  std::uint64_t least; // number of bytes, elements or entries, or number itself: as a word
  std::uint64_t most;  // of variants, members or cases: how many there are
  std::uint32_t item;  // of lists and maps: the type of an element or value; of strings: the pattern, from 1
  std::uint32_t other; // of maps: the type of a key; of lists: whether elements are unique; of JSON: its kinds
  bool holds_secret;   // whether a member inside it is sensitive
  const Variant *variants = nullptr;
  const Field *members = nullptr;
  const Case *cases = nullptr;
  View tag = {}; // of unions, in plain data

  std::size_t count() const { return static_cast<std::size_t>(most); }
};

struct PatternState {
  std::uint8_t kind;           // 0 match, 1 class, 2 split, 3 assertion
  std::uint16_t first, second; // the next state, and the other one of a split or the number of the assertion
  std::uint16_t count;         // of the ranges of a class
  const char32_t *ranges;      // the first and last characters of each range
};

struct Pattern {
  const PatternState *states;
  std::size_t count;
};

/// An integer of 127 bits and a sign, which 0 does not have.
struct Integer {
  bool is_negative = false;
  std::uint64_t high = 0, low = 0;
};

/// A step to the places of a rule: 0 a member, 1 elements, 2 keys, whose enum has this position from 1.
struct RulePlace {
  std::uint8_t step;
  std::uint32_t position;
  View text;
};

/// A part of a message: text, or a value with its type: 0 bool, 1 integer, 2 and 3 floats, 4 string, 5 variant.
struct MessagePart {
  View text;
  std::uint8_t shown;
  std::uint32_t variants; // the position of its enum, from 1
  const std::uint32_t *code;
  std::size_t code_size;
};

struct Rule {
  View text, name;
  bool hides_place, hides_fault, has_message;
  const std::uint32_t *check;
  std::size_t check_size;
  const RulePlace *places;
  std::size_t place_count;
  const MessagePart *parts;
  std::size_t part_count;
};

/// A declaration as data.
struct Table {
  const Field *fields;
  std::uint32_t count;
  const Type *types;
  const Pattern *patterns;
  View checksum;
  const Rule *rules;
  std::size_t rule_count;
  const Integer *rule_integers;
  const double *rule_reals;
  const View *rule_texts;
  const Variants *rule_enums;
};

enum class ErrorKind : std::uint8_t { kDecode,
                                      kChecksum,
                                      kCount,
                                      kConstraint,
                                      kOverride,
                                      kRule };

/// Why values are refused. It holds no values, except those that the message of a rule shows.
struct LoadError {
  ErrorKind kind = ErrorKind::kDecode;
  std::size_t offset = 0;               // of kDecode: the byte
  std::string path;                     // of kConstraint and kOverride: the field, member or element
  std::string why;                      // of all but kChecksum and kCount
  std::string expected, found;          // of kChecksum and kCount
  std::vector<std::string> differences; // of kChecksum: how the interface of the file differs
  std::string rule, place, name;        // of kRule: its text; empty without a place or name

  /// The whole sentence.
  std::string message() const {
    switch (kind) {
    case ErrorKind::kDecode: return "byte " + std::to_string(offset) + ": " + why;
    case ErrorKind::kChecksum: {
      std::string all = "the values were compiled for another interface: expected " + expected + ", found " + found;
      for (const std::string &one : differences) all += "; " + one;
      return all;
    }
    case ErrorKind::kCount: return "expected one value for each field (" + expected + "), found " + found;
    case ErrorKind::kConstraint: return "field `" + path + "`: " + why;
    case ErrorKind::kOverride: return "override of `" + path + "`: " + why;
    case ErrorKind::kRule: break;
    }
    return why + (place.empty() ? "" : " (at `" + place + "`)") + (name.empty() ? "" : " [" + name + "]");
  }
};

/// A value, or the error that took its place.
template <class T> class [[nodiscard]] Result {
public:
  Result(T value) : value_(std::move(value)) {}
  Result(LoadError error) : error_(std::move(error)) {}

  bool has_value() const noexcept { return value_.has_value(); }
  explicit operator bool() const noexcept { return has_value(); }
  /// The value. Without one, the program aborts.
  const T &value() const & {
    if (!value_) std::abort();
    return *value_;
  }
  T &&value() && {
    if (!value_) std::abort();
    return std::move(*value_);
  }
  const T &operator*() const { return value(); }
  const T *operator->() const { return &value(); }
  /// The error. It is empty if there is a value.
  const LoadError &error() const noexcept { return error_; }

private:
  std::optional<T> value_;
  LoadError error_;
};

/// The value of a sensitive field. Only `reveal` gives it.
template <class T> class Secret {
public:
  explicit Secret(T value) : value_(std::move(value)) {}
  const T &reveal() const noexcept { return value_; }
  friend bool operator==(const Secret &left, const Secret &right) { return left.value_ == right.value_; }
  friend bool operator!=(const Secret &left, const Secret &right) { return !(left == right); }

private:
  T value_;
};

template <class T> std::string debug_string(const Secret<T> &) { return "<set>"; }

inline double real(std::uint64_t bits) {
  double value = 0;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

inline std::uint64_t bits_of(double value) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

inline std::uint8_t byte_at(View text, std::size_t at) { return static_cast<std::uint8_t>(text[at]); }

// Texts.

/// Takes the first code point of a text that is not empty. Returns 0x110000 if it is not UTF-8.
inline char32_t take_point(View &text) {
  const char32_t first = byte_at(text, 0);
  const std::size_t size = std::size_t{1} + (first >= 0xc0) + (first >= 0xe0) + (first >= 0xf0);
  char32_t point = size == 1 ? first : first & (0x7fu >> size);
  if ((first >= 0x80 && first < 0xc2) || first > 0xf4 || size > text.size()) return 0x110000;
  for (std::size_t at = 1; at < size; ++at) {
    if ((byte_at(text, at) & 0xc0) != 0x80) return 0x110000;
    point = point << 6 | (byte_at(text, at) & 0x3f);
  }
  if ((size == 3 && (point < 0x800 || (point >= 0xd800 && point < 0xe000))) || (size == 4 && point < 0x10000)) {
    return 0x110000;
  }
  text.remove_prefix(size);
  return point;
}

inline bool is_utf8(View text) {
  while (!text.empty()) {
    if (byte_at(text, 0) < 0x80) text.remove_prefix(1);
    else if (take_point(text) > 0x10ffff) return false;
  }
  return true;
}

inline bool is_key(View text) {
  if (text.empty() || text.size() > 64 || text.back() == '_') return false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (!(c >= 'a' && c <= 'z') && !(at > 0 && (c == '_' || (c >= '0' && c <= '9')))) return false;
  }
  return true;
}

/// Whether a character could control a terminal, or is invisible in it.
inline bool is_unsafe(char32_t c) {
  constexpr char32_t kRanges[] = {
      0, 0x1f, 0x7f, 0x9f, 0xad, 0xad, 0x34f, 0x34f, 0x61c, 0x61c, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x180b, 0x180f,
      0x200b, 0x200f, 0x2028, 0x202e, 0x2060, 0x206f, 0x2800, 0x2800, 0x3164, 0x3164, 0xfe00, 0xfe0f, 0xfeff, 0xfeff,
      0xffa0, 0xffa0, 0xfff0, 0xfffb, 0x13430, 0x1343f, 0x1bca0, 0x1bca3, 0x1d173, 0x1d17a, 0xe0000, 0xe0fff};
  for (std::size_t at = 0; at < std::size(kRanges); at += 2) {
    if (c >= kRanges[at] && c <= kRanges[at + 1]) return true;
  }
  return false;
}

inline constexpr View kDigits = "0123456789abcdef";

inline std::string hexadecimal(std::uint32_t number, std::size_t width) {
  std::string digits;
  for (; number > 0 || digits.size() < width; number >>= 4) digits.insert(0, 1, kDigits[number & 15]);
  return digits;
}

/// A text that is safe to print, cut after this many characters.
inline std::string plain(View text, std::size_t limit = std::numeric_limits<std::size_t>::max()) {
  std::string shown;
  for (std::size_t count = 0; !text.empty(); ++count) {
    if (count == limit) return shown + "…";
    const View rest = text;
    const char32_t c = take_point(text);
    if (is_unsafe(c)) shown += "\\u{" + hexadecimal(c, 1) + "}";
    else shown += rest.substr(0, rest.size() - text.size());
  }
  return shown;
}

/// A text in backticks.
inline std::string quoted(View text) { return "`" + plain(text.empty() ? "\"\"" : text, 120) + "`"; }

/// A text as a string of JSON that is safe to print.
inline std::string literal(View text) {
  std::string shown = "\"";
  while (!text.empty()) {
    const View rest = text;
    const char32_t c = take_point(text);
    if (c == '"' || c == '\\') shown += '\\';
    const std::size_t letter = c < 0x80 ? View("\n\r\t").find(static_cast<char>(c)) : View::npos;
    if (letter != View::npos) shown.append({'\\', "nrt"[letter]});
    else if (!is_unsafe(c)) shown += rest.substr(0, rest.size() - text.size());
    else if (c < 0x10000) shown += "\\u" + hexadecimal(c, 4);
    else shown += "\\u" + hexadecimal(0xd7c0 + (c >> 10), 4) + "\\u" + hexadecimal(0xdc00 + (c & 0x3ff), 4);
  }
  return shown + '"';
}

/// The shortest text that reads back as the same float: plain from 1e-7 up to below 1e21, else with an exponent. If two
/// texts are equally near, takes the one with the even last digit, or with `is_rounded_up` the one further from 0.
template <class Real> std::string real_text(Real value, bool is_rounded_up) {
  char buffer[800];
  const auto written = [&](auto... precision) {
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::scientific, precision...);
    return View(buffer, static_cast<std::size_t>(end.ptr - buffer));
  };
  View text = written();
  const std::string sign = text[0] == '-' ? "-" : "";
  const std::size_t end = text.find('e');
  int exponent = 0;
  std::from_chars(text.data() + end + (text[end + 1] == '+' ? 2 : 1), text.data() + text.size(), exponent);
  std::string digits;
  for (const char c : text.substr(0, end)) {
    if (c >= '0' && c <= '9') digits += c;
  }
  if (is_rounded_up && value != 0) {
    // In the middle of two texts, the exact digits go on with a 5 and zeros.
    text = written(766);
    std::string exact;
    for (const char c : text.substr(0, text.find('e'))) {
      if (c >= '0' && c <= '9') exact += c;
    }
    std::string above = exact.substr(0, digits.size());
    if (exact.find_last_not_of('0') == digits.size() && exact[digits.size()] == '5' && above.back() != '9') {
      ++above.back();
      const std::string again = above.substr(0, 1) + "." + above.substr(1) + "0e" + std::to_string(exponent);
      Real read = 0;
      std::from_chars(again.data(), again.data() + again.size(), read);
      if (read == (value < 0 ? -value : value)) digits = above;
    }
  }
  const std::size_t last = digits.find_last_not_of('0');
  digits.resize(last == std::string::npos ? 1 : last + 1);
  const auto count = static_cast<int>(digits.size());
  if (value != 0 && (exponent < -7 || exponent >= 21)) {
    const std::string fraction = count > 1 ? "." + digits.substr(1) : "";
    return sign + digits[0] + fraction + "e" + std::to_string(exponent);
  }
  const auto zeros = [](int number) { return std::string(static_cast<std::size_t>(number), '0'); };
  if (exponent < 0) return sign + "0." + zeros(-exponent - 1) + digits;
  if (count <= exponent + 1) return sign + digits + zeros(exponent + 1 - count);
  return sign + digits.insert(static_cast<std::size_t>(exponent) + 1, 1, '.');
}

// JSON.

/// A float as JSON: with a point, so that it does not read as an integer.
template <class Real> std::string point_text(Real value) {
  std::string text = real_text(value, false);
  const std::size_t exponent = text.find('e');
  if (text.find('.') == std::string::npos) text.insert(exponent == std::string::npos ? text.size() : exponent, ".0");
  return text;
}

/// Whether the text is the canonical text of a number.
inline bool is_canonical_number(View text) {
  const char *const end = text.data() + text.size();
  if (text.find_first_not_of("0123456789-.e") != View::npos) return false;
  if (text.find_first_of(".e") == View::npos) {
    const bool is_negative = !text.empty() && text[0] == '-';
    const View digits = text.substr(is_negative ? 1 : 0);
    if (digits.empty() || (digits[0] == '0' && (digits.size() > 1 || is_negative))) return false;
    std::uint64_t number = 0;
    std::int64_t negative = 0;
    const auto read = is_negative ? std::from_chars(text.data(), end, negative)
                                  : std::from_chars(text.data(), end, number);
    return read.ec == std::errc() && read.ptr == end;
  }
  double number = 0;
  const auto read = std::from_chars(text.data(), end, number);
  if (read.ec != std::errc() || read.ptr != end) return false;
  return point_text(number + 0.0) == text;
}

/// Compares the texts of two keys of JSON, given as canonical strings without their quotes.
inline bool is_key_before(View left, View right) {
  const auto take = [](View &text) {
    char c = text[0];
    std::size_t size = 1;
    if (c == '\\') {
      c = text[1];
      size = c == 'u' ? 6 : 2;
      const std::size_t letter = View("nrt").find(c);
      if (c == 'u') c = static_cast<char>((text[4] - '0') * 16 + static_cast<int>(kDigits.find(text[5])));
      else if (letter != View::npos) c = "\n\r\t"[letter];
    }
    text.remove_prefix(size);
    return static_cast<std::uint8_t>(c);
  };
  while (!left.empty() && !right.empty()) {
    const std::uint8_t a = take(left), b = take(right);
    if (a != b) return a < b;
  }
  return left.empty() && !right.empty();
}

/// Reads a canonical string of JSON. Returns the size of its content; `npos` for any other text.
inline std::size_t json_string_size(View text) {
  if (text.empty() || text[0] != '"') return View::npos;
  for (std::size_t at = 1; at < text.size(); ++at) {
    const std::uint8_t byte = byte_at(text, at);
    if (byte == '"') return at - 1;
    if (byte < 0x20) return View::npos;
    if (byte != '\\') continue;
    const View escape = text.substr(at, 6);
    if (escape.size() > 1 && View("\"\\nrt").find(escape[1]) != View::npos) {
      at += 1;
    } else if (escape.size() == 6 && escape.substr(0, 4) == "\\u00" && (escape[4] == '0' || escape[4] == '1') &&
               kDigits.find(escape[5]) != View::npos && escape != "\\u0009" &&
               escape != "\\u000a" && escape != "\\u000d") {
      at += 5;
    } else {
      return View::npos;
    }
  }
  return View::npos;
}

/// Whether a text of UTF-8 is a canonical JSON value. Takes linear time and does not recurse.
inline bool is_canonical_json(View text) {
  constexpr std::size_t kMaxLevels = 64;
  struct Container {
    bool is_object;
    View key;
  };
  std::array<Container, kMaxLevels> open{};
  std::size_t depth = 0;
  const auto eat = [&](char c) {
    if (text.empty() || text[0] != c) return false;
    text.remove_prefix(1);
    return true;
  };
  const auto key = [&](bool is_first) {
    const std::size_t size = json_string_size(text);
    if (size == View::npos) return false;
    const View found = text.substr(1, size);
    text.remove_prefix(size + 2);
    if (!is_first && !is_key_before(open[depth - 1].key, found)) return false;
    open[depth - 1].key = found;
    return eat(':');
  };
  for (;;) {
    if (text.empty()) return false;
    const char first = text[0];
    if (first == '[' || first == '{') {
      if (depth == kMaxLevels) return false;
      open[depth++] = {first == '{', {}};
      text.remove_prefix(1);
      const bool is_empty = !text.empty() && text[0] == (first == '{' ? '}' : ']');
      if (!is_empty && first == '{' && !key(true)) return false;
      if (!is_empty) continue;
    } else if (first == '"') {
      const std::size_t size = json_string_size(text);
      if (size == View::npos) return false;
      text.remove_prefix(size + 2);
    } else {
      const View scalar = text.substr(0, text.find_first_of(",]}"));
      if (scalar != "null" && scalar != "true" && scalar != "false" && !is_canonical_number(scalar)) return false;
      text.remove_prefix(scalar.size());
    }
    // A value ends here.
    while (depth > 0 && eat(open[depth - 1].is_object ? '}' : ']')) --depth;
    if (depth == 0) return text.empty();
    if (!eat(',') || (open[depth - 1].is_object && !key(false))) return false;
  }
}

/// The kind of a canonical JSON value, as in `Type::kinds`.
inline unsigned json_kind(View text) {
  switch (text.empty() ? 'n' : text[0]) {
  case 't':
  case 'f': return 1;
  case '"': return 4;
  case '[': return 8;
  case '{': return 16;
  case 'n': return 32;
  default: return 2;
  }
}

/// A JSON value as its canonical text.
class Json {
public:
  /// Takes a canonical text; `std::nullopt` for other texts.
  static std::optional<Json> of(std::string text) {
    if (!is_utf8(text) || !is_canonical_json(text)) return std::nullopt;
    return Json(std::move(text));
  }
  const std::string &text() const noexcept { return text_; }
  friend bool operator==(const Json &left, const Json &right) { return left.text_ == right.text_; }
  friend bool operator!=(const Json &left, const Json &right) { return !(left == right); }

private:
  template <class, class> friend struct Convert;
  explicit Json(std::string text) : text_(std::move(text)) {}
  std::string text_;
};

// Patterns.

inline bool is_word_character(char32_t c) {
  return c == '_' || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

constexpr char32_t kNoCharacter = 0x110000;

inline bool holds(unsigned assertion, char32_t before, char32_t after) {
  const bool left = is_word_character(before), right = is_word_character(after);
  switch (assertion) {
  case 0: return before == kNoCharacter;
  case 1: return after == kNoCharacter;
  case 2: return before == kNoCharacter || before == '\n';
  case 3: return after == kNoCharacter || after == '\n';
  case 4: return before == kNoCharacter || before == '\n' || (before == '\r' && after != '\n');
  case 5: return after == kNoCharacter || after == '\r' || (after == '\n' && before != '\r');
  case 6: return left != right;
  case 7: return left == right;
  case 8: return !left && right;
  case 9: return left && !right;
  case 10: return !left;
  default: return !right;
  }
}

/// Whether a pattern matches a whole text, in time linear in its states times the characters.
inline bool matches(const Pattern &pattern, View text) {
  std::vector<std::uint16_t> waiting, next{0}, stack;
  std::vector<std::size_t> seen(pattern.count, 0);
  char32_t before = kNoCharacter;
  for (std::size_t round = 1;; ++round) {
    const bool is_end = text.empty();
    const char32_t c = is_end ? kNoCharacter : take_point(text);
    bool is_match = false;
    stack.swap(next);
    next.clear();
    waiting.clear();
    while (!stack.empty()) {
      const std::uint16_t at = stack.back();
      stack.pop_back();
      if (seen[at] == round) continue;
      seen[at] = round;
      const PatternState &state = pattern.states[at];
      if (state.kind == 0) is_match = true;
      else if (state.kind == 1) waiting.push_back(at);
      else if (state.kind == 2 || holds(state.second, before, c)) stack.push_back(state.first);
      if (state.kind == 2) stack.push_back(state.second);
    }
    if (is_end) return is_match;
    for (const std::uint16_t at : waiting) {
      const PatternState &state = pattern.states[at];
      std::size_t low = 0, high = state.count;
      while (low < high) {
        const std::size_t middle = (low + high) / 2;
        if (c > state.ranges[2 * middle + 1]) low = middle + 1;
        else high = middle;
      }
      if (low < state.count && c >= state.ranges[2 * low]) next.push_back(state.first);
    }
    if (next.empty()) return false;
    before = c;
  }
}

// SHA-256.

inline std::array<std::uint8_t, 32> sha256(View bytes) {
  constexpr std::uint32_t kRounds[] = {
      0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
      0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
      0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
      0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
      0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
      0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
      0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
      0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};
  std::uint32_t sum[] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  const auto turn = [](std::uint32_t x, int n) { return x >> n | x << (32 - n); };
  const auto block = [&](const char *from) {
    std::uint32_t w[64];
    for (std::size_t n = 0; n < 16; ++n) {
      const View word(from + 4 * n, 4);
      w[n] = std::uint32_t{byte_at(word, 0)} << 24 | std::uint32_t{byte_at(word, 1)} << 16 |
             std::uint32_t{byte_at(word, 2)} << 8 | byte_at(word, 3);
    }
    for (std::size_t n = 16; n < 64; ++n) {
      const std::uint32_t a = w[n - 15], b = w[n - 2];
      w[n] = w[n - 16] + (turn(a, 7) ^ turn(a, 18) ^ a >> 3) + w[n - 7] + (turn(b, 17) ^ turn(b, 19) ^ b >> 10);
    }
    // Variables are twice as fast as an array here.
    std::uint32_t a = sum[0], b = sum[1], c = sum[2], d = sum[3], e = sum[4], f = sum[5], g = sum[6], h = sum[7];
    for (std::size_t n = 0; n < 64; ++n) {
      const std::uint32_t one = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + kRounds[n] + w[n];
      const std::uint32_t two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      h = g, g = f, f = e, e = d + one, d = c, c = b, b = a, a = one + two;
    }
    const std::uint32_t added[] = {a, b, c, d, e, f, g, h};
    for (std::size_t n = 0; n < 8; ++n) sum[n] += added[n];
  };
  View rest = bytes;
  for (; rest.size() >= 64; rest.remove_prefix(64)) block(rest.data());
  std::string last(rest);
  last += '\x80';
  last.append((119 - rest.size()) % 64, '\0');
  for (int shift = 56; shift >= 0; shift -= 8) last += static_cast<char>(bytes.size() * 8 >> shift);
  for (std::size_t at = 0; at < last.size(); at += 64) block(last.data() + at);
  std::array<std::uint8_t, 32> digest{};
  for (std::size_t n = 0; n < 32; ++n) digest[n] = static_cast<std::uint8_t>(sum[n / 4] >> (24 - 8 * (n % 4)));
  return digest;
}

// Reading and checking.

inline bool is_signed(unsigned kind) { return kind >= kInt8 && kind <= kInt64; }
inline bool is_real(unsigned kind) { return kind == kFloat32 || kind == kFloat64; }
inline bool is_text(unsigned kind) { return kind == kString || kind == kJson; }
inline bool is_word(unsigned kind) { return kind <= kEnum && kind != kString; }

/// The position of the variant with this name; the number of variants if there is none.
inline std::size_t position_of_name(const Variant *variants, std::size_t count, View name) {
  std::size_t low = 0, high = count;
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    if (variants[variants[middle].by_name].name < name) low = middle + 1;
    else high = middle;
  }
  return low < count && variants[variants[low].by_name].name == name ? variants[low].by_name : count;
}

inline std::size_t position_of_number(const Variant *variants, std::size_t count, std::int64_t number) {
  std::size_t low = 0, high = count;
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    if (variants[middle].number < number) low = middle + 1;
    else high = middle;
  }
  return low < count && variants[low].number == number ? low : count;
}

inline std::size_t size_of(const Value &list) {
  if (const Words *words = std::get_if<Words>(&list.content)) return words->size();
  if (const Texts *texts = std::get_if<Texts>(&list.content)) return texts->size();
  return list.parts().size();
}

/// Whether an element of a list is less than another one, in any total order.
inline bool is_less(const Value &list, std::size_t left, std::size_t right) {
  if (const Words *words = std::get_if<Words>(&list.content)) return (*words)[left] < (*words)[right];
  if (const Texts *texts = std::get_if<Texts>(&list.content)) return (*texts)[left] < (*texts)[right];
  return list.parts()[left] < list.parts()[right];
}

/// Whether no two elements of a list are equal. Takes the time of a sort.
inline bool is_unique(const Value &list) {
  std::vector<std::uint32_t> heap(size_of(list));
  for (std::size_t at = 0; at < heap.size(); ++at) heap[at] = static_cast<std::uint32_t>(at);
  const auto sift = [&](std::size_t at, std::size_t size) {
    for (std::size_t child = 2 * at + 1; child < size; at = child, child = 2 * at + 1) {
      if (child + 1 < size && is_less(list, heap[child], heap[child + 1])) ++child;
      if (!is_less(list, heap[at], heap[child])) return;
      std::swap(heap[at], heap[child]);
    }
  };
  for (std::size_t at = heap.size() / 2; at-- > 0;) sift(at, heap.size());
  for (std::size_t size = heap.size(); size-- > 1;) {
    std::swap(heap[0], heap[size]);
    if (size + 1 < heap.size() && !is_less(list, heap[size], heap[size + 1])) return false;
    sift(0, size);
  }
  return heap.size() < 2 || is_less(list, heap[0], heap[1]);
}

/// Reads and checks values. Its functions return whether they succeed, and keep the first error.
class Loader {
public:
  Loader(const Table &table, View file) : table_(table), file_(file) {}

  std::size_t offset = 0;
  std::string why, path; // `path` leads to the part of the value that does not fit

  bool fail(View at, const char *reason) {
    offset = static_cast<std::size_t>(at.data() - file_.data());
    why = reason;
    return false;
  }

  bool varint(View &in, std::uint64_t &out) {
    out = 0;
    for (std::size_t at = 0; at < in.size() && at < 10; ++at) {
      const std::uint64_t byte = byte_at(in, at);
      out |= (byte & 0x7f) << (7 * at);
      if (byte >= 0x80) continue;
      if ((byte == 0 && at > 0) || (byte > 1 && at == 9)) break;
      in.remove_prefix(at + 1);
      return true;
    }
    return fail(in, "a number is cut off, too large or not in its shortest form");
  }

  bool sized(View &in, View &out) {
    std::uint64_t size = 0;
    const View start = in;
    if (!varint(in, size)) return false;
    if (size > in.size()) return fail(start, "the bytes end inside a value");
    out = in.substr(0, static_cast<std::size_t>(size));
    in.remove_prefix(out.size());
    return true;
  }

  /// Skips the key of the next field if it is this one.
  bool has(View &in, unsigned number, unsigned wire = kSized) {
    if (in.empty() || byte_at(in, 0) != (number << 3 | wire)) return false;
    in.remove_prefix(1);
    return true;
  }

  bool end(View in) { return in.empty() || fail(in, "a field is unknown, repeated or misplaced"); }

  /// Reads the only field of a message.
  bool only(View in, unsigned number, View &out) {
    return has(in, number) ? sized(in, out) && end(in) : fail(in, kOneof);
  }

  bool utf8(View text) { return is_utf8(text) || fail(text, "a text is not UTF-8"); }

  /// Reads a value of this type, and stores it in `out`. Without a type, accepts any type, and stores nothing.
  bool value(View in, const Type *type, unsigned presence, unsigned level, Value *out) {
    const unsigned number = in.empty() ? 0 : byte_at(in, 0) >> 3;
    View content;
    if (level > kMaxLevels) return fail(in, kTooDeep);
    if (number < 1 || number > 7) return fail(in, kOneof);
    if (!only(in, number, content)) return false;
    if (number == 5 || number == 6) {
      const State state = number == 5 ? State::kAbsent : State::kNull;
      if (out != nullptr) out->state = state;
      if (type != nullptr && !admits(presence, state)) return fail(in, kMisfit);
      return end(content);
    }
    if (type != nullptr) {
      const Kind kind = type->kind;
      constexpr unsigned kShapes[] = {2, 4, 7, 3}; // from kVector
      if ((kind < kVector ? 1 : kShapes[kind - kVector]) != number) return fail(in, kMisfit);
    }
    std::size_t count = 0;
    if (number == 1) return single(content, type, level, out);
    if (number == 4) return entries(content, type, level + 1, out);
    if (number == 7) return union_of(content, type, level + 1, out);
    return elements(content, type, level + 1, out, count);
  }

  /// Checks a value against its type and all constraints.
  bool check(const Value &value, const Type &type, unsigned presence) {
    if (value.state != State::kPresent) return admits(presence, value.state) || misfit(kMisfit);
    switch (type.kind) {
    case kString:
    case kJson: return text(value.text(), type);
    case kStruct:
      for (std::size_t at = 0; at < type.count(); ++at) {
        const Field &member = type.members[at];
        if (!check(value.parts()[at], table_.types[member.type], member.flags)) return within(member.key);
      }
      return true;
    case kVector:
    case kArray: return list(value, type) && (type.other == 0 || is_unique(value) || misfit("two elements are equal"));
    case kMap: {
      const Texts &keys = value.keys();
      if (keys.empty()) return type.least == 0 || misfit(kTooFew);
      const Type &key = table_.types[type.other];
      for (std::size_t at = 0; at < keys.size(); ++at) {
        if (!keys[at].empty() && keys[at][0] == '$') return misfit("a key begins with `$`") || within(at);
        const bool fits = key.kind == kString ? text(keys[at], key)
                                              : position_of_name(key.variants, key.count(), keys[at]) < key.count() ||
                                                    misfit("a key is not the name of a variant");
        if (!fits) return within(at);
      }
      return list(value.parts()[1], type);
    }
    case kUnion: {
      const Case &one = type.cases[value.number];
      return check(value.parts()[0], table_.types[one.type], 0) || within(one.key);
    }
    default: return word(value.word(), type);
    }
  }

  bool misfit(const char *reason) {
    why = reason;
    return false;
  }

  /// Adds that the error is inside this member; returns false.
  bool within(View key) {
    if (!path.empty() && path[0] != '[') path.insert(0, ".");
    path.insert(0, key);
    return false;
  }

  bool within(std::size_t at) {
    if (!path.empty() && path[0] != '[') path.insert(0, ".");
    path.insert(0, "[" + std::to_string(at) + "]");
    return false;
  }

  static constexpr const char *kMisfit = "expected a value of another type";
  bool is_by_hand = false; // whether texts may be invalid UTF-8

private:
  static constexpr unsigned kVarint = 0, kFixed64 = 1, kSized = 2, kFixed32 = 5, kMaxLevels = 32;
  static constexpr const char *kOneof = "expected one case of a oneof";
  static constexpr const char *kTooDeep = "values nest deeper than 32 levels";

  static bool admits(unsigned presence, State state) {
    return (presence & (state == State::kAbsent ? kOptional : kNullable)) != 0;
  }

  static unsigned wire_of(unsigned kind) {
    if (is_real(kind)) return kind == kFloat32 ? kFixed32 : kFixed64;
    return is_word(kind) ? kVarint : kSized;
  }

  bool single(View in, const Type *type, unsigned level, Value *out) {
    const View start = in;
    const unsigned kind = in.empty() ? 0 : byte_at(in, 0) >> 3;
    if (kind < 1 || kind > kJson || !has(in, kind, wire_of(kind))) return fail(start, kOneof);
    if (type != nullptr && kind != type->kind) return fail(start, kMisfit);
    View content;
    std::uint64_t word = 0;
    if (!(is_word(kind) ? read_word(in, kind, word) : sized(in, content)) || !end(in)) return false;
    if (kind == kStruct) return members(content, type, level + 1, out);
    if (!is_text(kind)) {
      if (out != nullptr) out->content = word;
      return true;
    }
    if (!read_text(content, kind)) return false;
    if (out != nullptr) out->content = std::string(content);
    return true;
  }

  bool read_text(View text, unsigned kind) {
    if (!utf8(text)) return false;
    return kind == kString || is_canonical_json(text) || fail(text, "a JSON text is not canonical");
  }

  bool read_word(View &in, unsigned kind, std::uint64_t &out) {
    const View start = in;
    if (is_real(kind)) {
      const std::size_t size = kind == kFloat32 ? 4 : 8;
      if (in.size() < size) return fail(in, "the bytes end inside a value");
      out = 0;
      for (std::size_t at = size; at-- > 0;) out = out << 8 | byte_at(in, at);
      in.remove_prefix(size);
      if (kind == kFloat32) {
        const auto bits = static_cast<std::uint32_t>(out);
        float narrow = 0;
        std::memcpy(&narrow, &bits, sizeof narrow);
        out = bits_of(static_cast<double>(narrow));
      }
      return true;
    }
    if (!varint(in, out)) return false;
    const bool is_wide = kind == kUint64 || kind == kInt64 || kind == kEnum;
    if (kind == kBool ? out > 1 : !is_wide && out >> 32 != 0) return fail(start, "a number is too large");
    if (is_signed(kind) || kind == kEnum) out = out >> 1 ^ (0 - (out & 1));
    return true;
  }

  /// Counts the next fields with the number 1, which are not read yet.
  std::size_t count_fields(View in) {
    std::size_t count = 0;
    View one;
    while (has(in, 1) && sized(in, one)) ++count;
    return count;
  }

  /// Reads the elements of a list, or the values of a map, of this type.
  bool elements(View in, const Type *type, unsigned level, Value *out, std::size_t &count) {
    const Type *item = type == nullptr ? nullptr : &table_.types[type->item];
    const View start = in;
    const unsigned first = in.empty() ? 0 : byte_at(in, 0);
    const bool is_long = first >= 0x80 && in.size() > 1; // the numbers from 16
    const unsigned key = is_long ? (first & 0x7f) | unsigned{byte_at(in, 1)} << 7 : first, number = key >> 3;
    View list, one;
    if (number < 1 || number > kUnion || (key & 7) != kSized || is_long != (number >= 16)) return fail(start, kOneof);
    in.remove_prefix(is_long ? 2 : 1);
    if (!sized(in, list) || !end(in)) return false;
    if (item != nullptr && number != (item->kind == kArray ? kVector : item->kind)) return fail(start, kMisfit);
    count = 0;
    if (wire_of(number) != kSized) {
      Words words;
      if (has(list, 1) && (!sized(list, one) || (one.empty() && !fail(list, "an empty list must be left out")))) {
        return false;
      }
      if (!end(list)) return false;
      if (item != nullptr) {
        std::size_t size = 0;
        if (wire_of(number) == kVarint) {
          for (const char byte : one) size += static_cast<unsigned char>(byte) < 0x80;
        } else {
          size = one.size() / (number == kFloat32 ? 4 : 8);
        }
        if (size > type->most) return fail(start, kTooMany);
        words.reserve(size);
      }
      for (std::uint64_t word = 0; !one.empty(); ++count) {
        if (!read_word(one, number, word)) return false;
        if (item != nullptr) words.push_back(word);
      }
      if (out != nullptr) out->content = std::move(words);
      return true;
    }
    Texts texts;
    Values parts;
    if (item != nullptr) {
      const std::size_t size = count_fields(list);
      if (size > type->most) return fail(start, kTooMany);
      if (is_text(number)) texts.reserve(size);
      else parts.resize(size);
    }
    for (; has(list, 1); ++count) {
      if (!sized(list, one)) return false;
      if (number >= kVector && level > kMaxLevels) return fail(one, kTooDeep);
      Value *const part = item == nullptr || is_text(number) ? nullptr : &parts[count];
      if (!element(one, number, item, level + 1, part)) return false;
      if (item != nullptr && is_text(number)) texts.emplace_back(one);
    }
    if (out != nullptr && is_text(number)) out->content = std::move(texts);
    else if (out != nullptr) out->content = std::move(parts);
    return end(list);
  }

  bool element(View in, unsigned number, const Type *type, unsigned level, Value *out) {
    std::size_t count = 0;
    if (is_text(number)) return read_text(in, number);
    if (number == kStruct) return members(in, type, level, out);
    if (number == kMap) return entries(in, type, level, out);
    return number == kVector ? elements(in, type, level, out, count) : union_of(in, type, level, out);
  }

  bool entries(View in, const Type *type, unsigned level, Value *out) {
    const View start = in;
    Texts keys;
    if (type != nullptr) {
      const std::size_t size = count_fields(in);
      if (size > type->most) return fail(start, kTooMany);
      keys.reserve(size);
    }
    std::size_t expected = 0, found = 0;
    bool ascends = true;
    View key, before, list;
    for (; has(in, 1); ++expected, before = key) {
      if (!sized(in, key) || !utf8(key)) return false;
      ascends = ascends && (expected == 0 || before < key);
      if (type != nullptr) keys.emplace_back(key);
    }
    Value values;
    if (!has(in, 2)) return fail(in, "expected the values of a map");
    if (!sized(in, list) || !end(in) || !elements(list, type, level, type == nullptr ? nullptr : &values, found)) {
      return false;
    }
    if (expected != found) return fail(start, "expected as many values as keys");
    if (!ascends) return fail(start, "the keys of a map are not in ascending order, each once");
    if (out != nullptr) {
      Values &parts = out->content.emplace<Values>(expected == 0 ? 0 : 2);
      if (expected == 0) return true;
      parts[0].content = std::move(keys);
      parts[1] = std::move(values);
    }
    return true;
  }

  bool union_of(View in, const Type *type, unsigned level, Value *out) {
    std::uint64_t number = 0;
    const View start = in;
    View content;
    if (!has(in, 1, kVarint) || !varint(in, number) || number == 0) return fail(start, "expected the number of a case");
    if (!has(in, 2)) return fail(in, "expected the value of a case");
    if (!sized(in, content) || !end(in)) return false;
    if (type == nullptr) return value(content, nullptr, 0, level, nullptr);
    if (number > type->count()) return fail(start, "the union has no such case");
    out->number = static_cast<std::uint32_t>(number - 1);
    Values &parts = out->content.emplace<Values>(1);
    const Case &one = type->cases[out->number];
    return value(content, &table_.types[one.type], 0, level, &parts[0]) || within(one.key);
  }

  bool members(View in, const Type *type, unsigned level, Value *out) {
    if (type != nullptr && count_fields(in) != type->count()) return fail(in, "expected one value for each member");
    Values *const parts = type == nullptr ? nullptr : &out->content.emplace<Values>(type->count());
    View one;
    for (std::size_t at = 0; has(in, 1); ++at) {
      if (!sized(in, one)) return false;
      if (type == nullptr) {
        if (!value(one, nullptr, 0, level, nullptr)) return false;
        continue;
      }
      const Field &member = type->members[at];
      if (!value(one, &table_.types[member.type], member.flags, level, &(*parts)[at])) return within(member.key);
    }
    return end(in);
  }

  bool text(View text, const Type &type) {
    if (is_by_hand && !is_utf8(text)) return misfit("the string is not UTF-8");
    if (type.kind == kJson && (json_kind(text) & type.other) == 0) return misfit("the JSON value is of another kind");
    if (text.size() > type.most) return misfit("the text is too long");
    if (text.size() < type.least) return misfit("the text is too short");
    const bool fits = type.item == 0 || matches(table_.patterns[type.item - 1], text);
    return fits || misfit("the string does not match the pattern");
  }

  /// Checks the elements of a list or the values of a map.
  bool list(const Value &list, const Type &type) {
    const std::size_t size = size_of(list);
    if (size > type.most) return misfit(kTooMany);
    if (size < type.least) return misfit(kTooFew);
    const Type &item = table_.types[type.item];
    for (std::size_t at = 0; at < size; ++at) {
      if (is_text(item.kind) && !text(list.texts()[at], item)) return within(at);
      if (is_word(item.kind) && !word(list.words()[at], item)) return within(at);
      if (item.kind >= kStruct && !is_text(item.kind) && !check(list.parts()[at], item, 0)) return within(at);
    }
    return true;
  }

  bool word(std::uint64_t word, const Type &type) {
    if (type.kind == kBool) return true;
    const auto number = static_cast<std::int64_t>(word);
    if (type.kind == kEnum) {
      return position_of_number(type.variants, type.count(), number) < type.count() || misfit("the enum has no such variant");
    }
    bool fits = word >= type.least && word <= type.most;
    if (is_signed(type.kind)) {
      fits = number >= static_cast<std::int64_t>(type.least) && number <= static_cast<std::int64_t>(type.most);
    } else if (is_real(type.kind)) {
      fits = real(word) >= real(type.least) && real(word) <= real(type.most) && word != bits_of(-0.0);
    }
    return fits || misfit("the number is out of range");
  }

  static constexpr const char *kTooMany = "there are too many elements", *kTooFew = "there are too few elements";
  const Table &table_;
  View file_;
};

// Rules.

inline Integer integer_of(std::uint64_t word, bool is_signed) {
  const bool is_negative = is_signed && word >> 63 != 0;
  return {is_negative, 0, is_negative ? 0 - word : word};
}

inline bool operator==(const Integer &a, const Integer &b) {
  return a.is_negative == b.is_negative && a.high == b.high && a.low == b.low;
}

inline bool is_smaller(const Integer &a, const Integer &b) { return a.high != b.high ? a.high < b.high : a.low < b.low; }

inline bool operator<(const Integer &a, const Integer &b) {
  if (a.is_negative != b.is_negative) return a.is_negative;
  return a.is_negative ? is_smaller(b, a) : is_smaller(a, b);
}

inline Integer operator-(Integer a) {
  a.is_negative = !a.is_negative && (a.high != 0 || a.low != 0);
  return a;
}

inline Integer operator+(const Integer &a, const Integer &b) {
  if (a.is_negative == b.is_negative) {
    const std::uint64_t low = a.low + b.low;
    return {a.is_negative, a.high + b.high + (low < a.low), low};
  }
  if (is_smaller(a, b)) return b + a;
  const Integer difference{false, a.high - b.high - (a.low < b.low), a.low - b.low};
  return a.is_negative ? -difference : difference;
}

inline Integer operator*(const Integer &a, const Integer &b) {
  const std::uint64_t half = 0xffffffff, al = a.low & half, ah = a.low >> 32, bl = b.low & half, bh = b.low >> 32;
  const std::uint64_t middle = ah * bl + (al * bl >> 32), other = al * bh + (middle & half);
  const Integer product{false, a.high * b.low + a.low * b.high + ah * bh + (middle >> 32) + (other >> 32), a.low * b.low};
  return a.is_negative != b.is_negative ? -product : product;
}

/// The quotient, rounded towards 0. `b` is not 0.
inline Integer operator/(const Integer &a, const Integer &b) {
  Integer quotient, rest;
  const Integer divisor{false, b.high, b.low};
  for (int bit = 127; bit >= 0; --bit) {
    const std::uint64_t next = (bit >= 64 ? a.high >> (bit - 64) : a.low >> bit) & 1;
    rest = {false, rest.high << 1 | rest.low >> 63, rest.low << 1 | next};
    if (is_smaller(rest, divisor)) continue;
    rest = rest + -divisor;
    (bit >= 64 ? quotient.high : quotient.low) |= std::uint64_t{1} << (bit % 64);
  }
  return a.is_negative != b.is_negative ? -quotient : quotient;
}

inline std::string integer_text(const Integer &value) {
  const Integer unit{false, 0, 1000000000000000000};
  const Integer magnitude{false, value.high, value.low}, rest = magnitude / unit;
  const std::string digits = std::to_string((magnitude + -(rest * unit)).low);
  if (rest == Integer()) return (value.is_negative ? "-" : "") + digits;
  return (value.is_negative ? "-" : "") + integer_text(rest) + std::string(18 - digits.size(), '0') + digits;
}

/// The float64 that equals an integer, if there is one.
inline std::optional<double> exact(Integer value) {
  double factor = value.is_negative ? -1 : 1;
  for (; (value.low & 1) == 0 && (value.high != 0 || value.low != 0); factor *= 2) {
    value.low = value.low >> 1 | value.high << 63;
    value.high >>= 1;
  }
  if (value.high != 0 || value.low >> 53 != 0) return std::nullopt;
  return value.low == 0 ? 0 : static_cast<double>(value.low) * factor;
}

enum class Fault : std::uint8_t {
  kNone,
  kDivisionByZero,
  kIndexOutside,
  kNoEntry,
  kNotFinite,
  kNotExact,
  kNothingSet,
  kIsNull,
  kOtherCase,
  kIndexNotSet
};

inline View fault_text(Fault fault) {
  constexpr View kTexts[] = {"",
                             "division by zero",
                             "there is no element at this index",
                             "there is no entry with this key",
                             "the result is too large for a float64",
                             "the integer has no exact float64 value",
                             "an optional field has no value",
                             "a nullable field is null",
                             "the value of a union is of another case",
                             "a field in the index has no value"};
  return kTexts[static_cast<std::size_t>(fault)];
}

inline bool has_no_value(Fault fault) { return fault >= Fault::kNothingSet && fault <= Fault::kOtherCase; }

/// A value or fault on the stack of a rule.
struct Operand {
  enum Form : std::uint8_t { kFault,
                             kTruth,
                             kInteger,
                             kReal,
                             kText,
                             kVariant,
                             kValue,
                             kList };

  Form form = kFault;
  Fault fault = Fault::kNone;
  bool truth = false;
  double real = 0;
  Integer integer; // or the number of a variant
  View text;
  const Value *value = nullptr; // a struct, union, map or list, with its type
  const Type *type = nullptr;
  std::vector<Operand> list = {}; // the elements of a literal

  static Operand of(Fault fault) {
    Operand to;
    to.fault = fault;
    return to;
  }
  static Operand of(bool truth) {
    Operand to;
    to.form = kTruth;
    to.truth = truth;
    return to;
  }
  static Operand of(const Integer &integer, Form form = kInteger) {
    Operand to;
    to.form = form;
    to.integer = integer;
    return to;
  }
  static Operand of(double real) {
    Operand to = of(real - real == 0 ? Fault::kNone : Fault::kNotFinite);
    if (to.fault == Fault::kNone) to.form = kReal;
    to.real = real + 0.0; // 0 for -0
    return to;
  }
  static Operand of(View text) {
    Operand to;
    to.form = kText;
    to.text = text;
    return to;
  }
  static Operand of(std::uint64_t word, const Type &type) {
    if (type.kind == kBool) return of(word != 0);
    if (is_real(type.kind)) return of(confc::v1::real(word));
    return of(integer_of(word, !(type.kind <= kUint64)), type.kind == kEnum ? kVariant : kInteger);
  }
  static Operand of(const Value &value, const Type &type) {
    if (value.state != State::kPresent) return of(value.state == State::kNull ? Fault::kIsNull : Fault::kNothingSet);
    if (is_word(type.kind)) return of(value.word(), type);
    if (is_text(type.kind)) return of(View(value.text()));
    Operand to;
    to.form = kValue;
    to.value = &value;
    to.type = &type;
    return to;
  }

  bool operator==(const Operand &other) const {
    switch (form) {
    case kTruth: return truth == other.truth;
    case kReal: return real == other.real;
    case kText: return text == other.text;
    case kValue: return *value == *other.value;
    default: return integer == other.integer;
    }
  }
  bool operator<(const Operand &other) const {
    if (form == kReal) return real < other.real;
    return form == kText ? text < other.text : integer < other.integer;
  }
};

/// Whether a text holds another one, in linear time.
inline bool contains(View text, View part) {
  std::vector<std::size_t> borders(part.size() + 1, 0); // of each beginning of the part, the longest border
  const auto next = [&](std::size_t size, char c) {
    while (size > 0 && (size == part.size() || part[size] != c)) size = borders[size];
    return size < part.size() && part[size] == c ? size + 1 : size;
  };
  for (std::size_t at = 1; at < part.size(); ++at) borders[at + 1] = next(borders[at], part[at]);
  std::size_t size = 0;
  for (std::size_t at = 0; at < text.size() && size < part.size(); ++at) size = next(size, text[at]);
  return size == part.size();
}

/// Evaluates the rules of a table.
class Evaluator {
public:
  Evaluator(const Table &table, const Value &values) : table_(table), values_(values) {}

  /// The first rule that is broken, at its first place.
  std::optional<LoadError> first_broken() {
    for (std::size_t at = 0; at < table_.rule_count; ++at) {
      const Rule &rule = table_.rules[at];
      place_ = Operand();
      if (rule.place_count == 0 ? holds(rule) : holds_below(rule, 0, Operand())) continue;
      error_.kind = ErrorKind::kRule;
      error_.rule = rule.text;
      error_.name = rule.name;
      return std::move(error_);
    }
    return std::nullopt;
  }

private:
  /// Whether a rule holds at all places after this step. Otherwise adds the step to the path of the place.
  bool holds_below(const Rule &rule, std::size_t step, const Operand &operand) {
    if (step == rule.place_count) {
      place_ = operand;
      return holds(rule);
    }
    const RulePlace &place = rule.places[step];
    if (place.step == 0) {
      const Operand next = step == 0 ? field(place.position) : member(operand, place.position);
      if (next.form == Operand::kFault || holds_below(rule, step + 1, next)) return true;
      error_.place.insert(0, place.text);
      return false;
    }
    for (std::size_t at = 0; at < size(operand); ++at) {
      const Operand next = element(operand, at, place.position);
      if (holds_below(rule, step + 1, next)) continue;
      std::string path = "[" + std::to_string(at) + "]";
      if (place.step == 2) {
        const std::string &key = operand.value->keys()[at];
        path = is_key(key) ? "." + key : "[" + literal(key) + "]";
      }
      error_.place.insert(0, rule.hides_place ? "[]" : path);
      return false;
    }
    return true;
  }

  bool holds(const Rule &rule) {
    const Operand result = run(rule.check, rule.check_size);
    if (result.form == Operand::kTruth && result.truth) return true;
    const std::string text = ": `" + plain(rule.text) + "`";
    if (result.form == Operand::kFault) {
      error_.why = "this rule cannot be evaluated" + text;
      if (!rule.hides_fault) error_.why += ": " + std::string(fault_text(result.fault));
    } else if (!rule.has_message) {
      error_.why = "this rule is broken" + text;
    } else {
      error_.why.clear();
      for (std::size_t at = 0; at < rule.part_count; ++at) error_.why += part(rule.parts[at]);
    }
    return false;
  }

  /// A part of a message.
  std::string part(const MessagePart &part) {
    if (part.code_size == 0) return std::string(part.text);
    const Operand value = run(part.code, part.code_size);
    switch (value.form) {
    case Operand::kFault: return "<not known>";
    case Operand::kTruth: return value.truth ? "true" : "false";
    case Operand::kReal:
      return part.shown == 2 ? real_text(static_cast<float>(value.real), true) : real_text(value.real, true);
    case Operand::kText: return plain(value.text, 64);
    case Operand::kVariant: return part.variants == 0 ? integer_text(value.integer) : plain(name(value, part.variants), 64);
    default: return integer_text(value.integer);
    }
  }

  /// The name of a variant of the enum at this position, from 1.
  View name(const Operand &variant, std::uint32_t variants) const {
    const Variants &of = table_.rule_enums[variants - 1];
    const auto number = static_cast<std::int64_t>(variant.integer.is_negative ? 0 - variant.integer.low : variant.integer.low);
    return of.data[position_of_number(of.data, of.size, number)].name;
  }

  Operand field(std::uint32_t at) const { return Operand::of(values_.parts()[at], table_.types[table_.fields[at].type]); }

  Operand member(const Operand &of, std::uint32_t at) const {
    if (of.form == Operand::kFault) return of;
    const bool is_union = of.type->kind == kUnion;
    if (is_union && of.value->number != at) return Operand::of(Fault::kOtherCase);
    const std::uint32_t type = is_union ? of.type->cases[at].type : of.type->members[at].type;
    return Operand::of(of.value->parts()[is_union ? 0 : at], table_.types[type]);
  }

  static std::size_t size(const Operand &of) {
    if (of.form == Operand::kList) return of.list.size();
    return of.type->kind == kMap ? of.value->keys().size() : size_of(*of.value);
  }

  /// An element of a list, or a key of a map. `keys` is the position of the enum of the keys, from 1.
  Operand element(const Operand &of, std::size_t at, std::uint32_t keys) const {
    if (of.form == Operand::kList) return of.list[at];
    if (of.type->kind != kMap) return value_at(*of.value, at, table_.types[of.type->item]);
    const std::string &key = of.value->keys()[at];
    if (keys == 0) return Operand::of(View(key));
    const Variants &names = table_.rule_enums[keys - 1];
    const std::int64_t number = names.data[position_of_name(names.data, names.size, key)].number;
    return Operand::of(integer_of(static_cast<std::uint64_t>(number), true), Operand::kVariant);
  }

  static Operand value_at(const Value &list, std::size_t at, const Type &type) {
    if (is_word(type.kind)) return Operand::of(list.words()[at], type);
    return is_text(type.kind) ? Operand::of(View(list.texts()[at])) : Operand::of(list.parts()[at], type);
  }

  /// The position of the entry with this key; the number of entries if there is none.
  std::size_t entry(const Operand &map, const Operand &key, std::uint32_t keys) const {
    const Texts &texts = map.value->keys();
    const View text = keys == 0 ? key.text : name(key, keys);
    std::size_t low = 0, high = texts.size();
    while (low < high) {
      const std::size_t middle = (low + high) / 2;
      if (texts[middle] < text) low = middle + 1;
      else high = middle;
    }
    return low < texts.size() && texts[low] == text ? low : texts.size();
  }

  /// Runs a code: see the operations of rules in confc's `src/generate/table/rule_operation.rs`.
  Operand run(const std::uint32_t *code, std::size_t size_of_code) {
    struct Loop {
      bool is_all;
      Operand of;
      std::size_t at;
      std::uint32_t keys;
      std::size_t body;
      Fault fault;
    };
    std::vector<Operand> stack;
    std::vector<Loop> loops;
    std::size_t at = 0;
    const auto push = [&](Operand operand) { stack.push_back(std::move(operand)); };
    const auto pop = [&] {
      Operand top = std::move(stack.back());
      stack.pop_back();
      return top;
    };
    while (at < size_of_code) {
      const std::uint32_t operation = code[at++];
      switch (operation) {
      case 0:
      case 1: push(Operand::of(operation == 1)); continue;
      case 2: push(Operand::of(table_.rule_integers[code[at++]])); continue;
      case 3: push(Operand::of(table_.rule_reals[code[at++]])); continue;
      case 4: push(Operand::of(table_.rule_texts[code[at++]])); continue;
      case 5: push(Operand::of(table_.rule_integers[code[at++]], Operand::kVariant)); continue;
      case 6: push(field(code[at++])); continue;
      case 7: push(place_); continue;
      case 8: {
        const Loop &loop = loops[code[at++]];
        push(element(loop.of, loop.at, loop.keys));
        continue;
      }
      case 9: push(member(pop(), code[at++])); continue;
      case 10: {
        const std::size_t first = stack.size() - code[at++];
        Operand list;
        list.form = Operand::kList;
        for (std::size_t n = first; n < stack.size(); ++n) {
          if (stack[n].form == Operand::kFault && list.form == Operand::kList) list = Operand::of(stack[n].fault);
        }
        if (list.form == Operand::kList) list.list.assign(stack.begin() + static_cast<std::ptrdiff_t>(first), stack.end());
        stack.resize(first);
        push(std::move(list));
        continue;
      }
      case 27: {
        Operand no = pop(), yes = pop(), condition = pop();
        if (condition.form != Operand::kFault) condition = condition.truth ? std::move(yes) : std::move(no);
        push(std::move(condition));
        continue;
      }
      case 38:
      case 39: {
        const std::uint32_t end = code[at++], keys = code[at++];
        const Operand of = pop();
        if (of.form != Operand::kFault && size(of) > 0) {
          loops.push_back({operation == 38, of, 0, keys, at, Fault::kNone});
          continue;
        }
        push(of.form == Operand::kFault ? of : Operand::of(operation == 38));
        at = end;
        continue;
      }
      case 40: {
        const Operand body = pop();
        Loop &loop = loops.back();
        const bool is_fault = body.form == Operand::kFault;
        const bool is_decided = !is_fault && body.truth != loop.is_all;
        if (is_fault && loop.fault == Fault::kNone) loop.fault = body.fault;
        if (!is_decided && ++loop.at < size(loop.of)) {
          at = loop.body;
          continue;
        }
        push(!is_decided && loop.fault != Fault::kNone ? Operand::of(loop.fault) : Operand::of(is_decided != loop.is_all));
        loops.pop_back();
        continue;
      }
      default: break;
      }
      const Operand b = pop();
      const bool is_single = operation == 11 || operation == 12 || (operation >= 31 && operation <= 34);
      const std::uint32_t keys = operation == 29 || operation == 30 ? code[at++] : 0;
      push(is_single ? unary(operation, b) : binary(operation, pop(), b, keys));
    }
    return pop();
  }

  static Operand unary(std::uint32_t operation, const Operand &a) {
    if (operation == 31 && (a.form != Operand::kFault || has_no_value(a.fault))) {
      return Operand::of(a.form != Operand::kFault);
    }
    if (a.form == Operand::kFault) return a;
    switch (operation) {
    case 11: return Operand::of(!a.truth);
    case 12: return a.form == Operand::kReal ? Operand::of(-a.real) : Operand::of(-a.integer);
    case 32: return Operand::of(Integer{false, 0, size(a)});
    case 33: return Operand::of(Integer{false, 0, a.text.size()});
    default: {
      const std::optional<double> number = exact(a.integer);
      return number ? Operand::of(*number) : Operand::of(Fault::kNotExact);
    }
    }
  }

  Operand binary(std::uint32_t operation, const Operand &a, const Operand &b, std::uint32_t keys) const {
    const bool is_left = a.form == Operand::kFault, is_right = b.form == Operand::kFault;
    if (operation == 13 || operation == 14) {
      const bool decides = operation == 14;
      if ((!is_left && a.truth == decides) || (!is_right && b.truth == decides)) return Operand::of(decides);
    }
    if (is_left) return a;
    const bool is_index = operation == 28 || operation == 29;
    if (is_right) return is_index && has_no_value(b.fault) ? Operand::of(Fault::kIndexNotSet) : b;
    switch (operation) {
    case 13:
    case 14: return Operand::of(operation == 13);
    case 15: {
      bool is_found = false;
      for (std::size_t at = 0; at < size(b) && !is_found; ++at) is_found = a == element(b, at, 0);
      return Operand::of(is_found);
    }
    case 16:
    case 17: return Operand::of((a == b) == (operation == 16));
    case 18: return Operand::of(a < b);
    case 19: return Operand::of(!(b < a));
    case 20: return Operand::of(b < a);
    case 21: return Operand::of(!(a < b));
    case 28: {
      const Integer &at = b.integer;
      if (at.is_negative || at.high != 0 || at.low >= size(a)) return Operand::of(Fault::kIndexOutside);
      return element(a, static_cast<std::size_t>(at.low), 0);
    }
    case 29: {
      const std::size_t at = entry(a, b, keys);
      if (at == size(a)) return Operand::of(Fault::kNoEntry);
      return value_at(a.value->parts()[1], at, table_.types[a.type->item]);
    }
    case 30: return Operand::of(entry(b, a, keys) < size(b));
    case 35: return Operand::of(a.text.substr(0, b.text.size()) == b.text);
    case 36: return Operand::of(a.text.size() >= b.text.size() && a.text.substr(a.text.size() - b.text.size()) == b.text);
    case 37: return Operand::of(contains(a.text, b.text));
    default: return arithmetic(operation, a, b);
    }
  }

  static Operand arithmetic(std::uint32_t operation, const Operand &a, const Operand &b) {
    const bool is_real = a.form == Operand::kReal;
    if (operation >= 25 && (is_real ? b.real == 0 : b.integer == Integer())) return Operand::of(Fault::kDivisionByZero);
    switch (operation) {
    case 22: return is_real ? Operand::of(a.real + b.real) : Operand::of(a.integer + b.integer);
    case 23: return is_real ? Operand::of(a.real - b.real) : Operand::of(a.integer + -b.integer);
    case 24: return is_real ? Operand::of(a.real * b.real) : Operand::of(a.integer * b.integer);
    case 25: return is_real ? Operand::of(a.real / b.real) : Operand::of(a.integer / b.integer);
    default: return Operand::of(a.integer + -(b.integer * (a.integer / b.integer)));
    }
  }

  const Table &table_;
  const Value &values_;
  Operand place_;
  LoadError error_;
};

inline std::optional<LoadError> first_broken(const Table &table, const Value &values) {
  return Evaluator(table, values).first_broken();
}

/// The embedded schema of a file.
struct Embedded {
  std::vector<std::pair<View, View>> fields; // keys and types
  std::vector<View> rules;
};

inline bool read_embedded(Loader &loader, View in, Embedded &out) {
  const View start = in;
  View field, key, type, rule;
  while (loader.has(in, 1)) {
    if (!loader.sized(in, field)) return false;
    if (!loader.has(field, 1) || !loader.sized(field, key) || !is_key(key)) return loader.fail(field, "expected a key");
    if (!out.fields.empty() && key <= out.fields.back().first) return loader.fail(key, "expected ascending keys");
    if (!loader.has(field, 2) || !loader.sized(field, type)) return loader.fail(field, "expected a type");
    std::uint64_t is_sensitive = 1;
    if (type.empty()) return loader.fail(type, "expected a type");
    if (loader.has(field, 3, 0) && (!loader.varint(field, is_sensitive) || is_sensitive != 1)) {
      return loader.fail(field, "a false flag must be left out");
    }
    if (!loader.utf8(type) || !loader.end(field)) return false;
    out.fields.emplace_back(key, type);
  }
  if (out.fields.empty()) return loader.fail(start, "expected at least one field");
  while (loader.has(in, 2)) {
    if (!loader.sized(in, rule) || !loader.utf8(rule)) return false;
    if (rule <= (out.rules.empty() ? View() : out.rules.back())) return loader.fail(rule, "expected ascending rules");
    out.rules.push_back(rule);
  }
  return loader.end(in);
}

/// The text of a type in a message. A long text is cut to the part around the first difference from the other text.
inline std::string shown_type(View text, View other) {
  std::size_t size = 0, same = 0;
  for (View rest = text; !rest.empty(); ++size) take_point(rest);
  if (size <= 120) return quoted(text);
  for (View rest = text; !rest.empty() && !other.empty() && take_point(rest) == take_point(other);) ++same;
  for (std::size_t skipped = 20; skipped < same; ++skipped) take_point(text);
  return quoted((same > 20 ? "…" : "") + std::string(text));
}

/// How the schema of a file differs from the table.
inline std::vector<std::string> differences(const Table &table, const Embedded &found) {
  std::vector<std::string> all;
  std::size_t others = 0;
  const auto add = [&](const std::string &difference) {
    if (all.size() < 10) all.push_back(difference);
    else ++others;
  };
  std::size_t at = 0, other = 0;
  while (at < table.count || other < found.fields.size()) {
    const Field *field = at < table.count ? &table.fields[at] : nullptr;
    const std::pair<View, View> *one = other < found.fields.size() ? &found.fields[other] : nullptr;
    if (field != nullptr && one != nullptr && field->key < one->first) one = nullptr;
    if (field != nullptr && one != nullptr && field->key > one->first) field = nullptr;
    const std::string key = "`" + std::string(field != nullptr ? field->key : one->first) + "`";
    if (field == nullptr) {
      add("the values have " + key + " (" + quoted(one->second) + "), which is not declared");
    } else if (one == nullptr) {
      add("field " + key + " (" + quoted(field->text) + ") is not in the values");
    } else if (field->text != one->second) {
      add("field " + key + " is declared as " + shown_type(field->text, one->second) + ", but is " +
          shown_type(one->second, field->text) + " in the values");
    }
    at += field != nullptr;
    other += one != nullptr;
  }
  std::size_t rule = 0;
  for (at = 0; at < table.rule_count; ++at) {
    while (rule < found.rules.size() && found.rules[rule] < table.rules[at].text) ++rule;
    const bool is_found = rule < found.rules.size() && found.rules[rule] == table.rules[at].text;
    if (!is_found) add("the values were compiled without the rule " + quoted(table.rules[at].text));
  }
  at = 0;
  for (const View text : found.rules) {
    while (at < table.rule_count && table.rules[at].text < text) ++at;
    if (at < table.rule_count && table.rules[at].text == text) continue;
    add("the values were compiled with the rule " + quoted(text) + ", which is not declared");
  }
  if (others > 0) all.push_back("and " + std::to_string(others) + " more differ");
  return all;
}

/// Reads the parts of a value file after its values.
inline bool read_tail(Loader &loader, View &in, View &checksum, Embedded &embedded, bool &has_embedded) {
  View message, schema;
  if (!loader.has(in, 2)) return loader.fail(in, "expected a checksum");
  if (!loader.sized(in, message) || !loader.only(message, 1, checksum)) return false;
  if (checksum.size() != 32) return loader.fail(checksum, "expected a checksum of 32 bytes");
  has_embedded = loader.has(in, 15);
  if (has_embedded && (!loader.sized(in, schema) || !read_embedded(loader, schema, embedded))) return false;
  return loader.end(in);
}

inline LoadError decode_error(const Loader &loader) {
  LoadError error;
  error.offset = loader.offset;
  error.why = loader.why;
  return error;
}

inline LoadError constraint_error(Loader &loader, View key, ErrorKind kind) {
  LoadError error;
  loader.within(key);
  error.kind = kind;
  error.path = loader.path;
  error.why = loader.why;
  return error;
}

/// Reads the next value of a file: the content of its `ValueSpec`.
inline bool next_value(Loader &loader, View &in, View &out) {
  View spec;
  return loader.sized(in, spec) && loader.only(spec, 1, out);
}

/// Reads the values of all fields with their types. Returns false at any mistake.
inline bool read_at_once(const Table &table, View content, Values &out) {
  Loader loader(table, content);
  const std::size_t most = content.size() / 6; // the smallest value has this size
  out.resize(table.count < most ? table.count : most);
  View one, checksum;
  for (std::uint32_t at = 0; at < table.count; ++at) {
    const Field &field = table.fields[at];
    const Type &type = table.types[field.type];
    if (at == out.size() || !loader.has(content, 1) || !next_value(loader, content, one)) return false;
    if (!loader.value(one, &type, field.flags, 1, &out[at]) || !loader.check(out[at], type, field.flags)) return false;
  }
  Embedded embedded;
  bool has_embedded = false;
  return read_tail(loader, content, checksum, embedded, has_embedded) && checksum == table.checksum;
}

inline std::string checksum_text(View bytes) {
  std::string text = "sha256:";
  for (std::size_t at = 0; at < bytes.size(); ++at) text += hexadecimal(byte_at(bytes, at), 2);
  return text;
}

/// Makes all checks in their order, to find the first that fails.
inline LoadError first_error(const Table &table, const View content) {
  Loader loader(table, content);
  View in = content, one, checksum;
  std::size_t count = 0;
  for (; loader.has(in, 1); ++count) {
    if (!next_value(loader, in, one) || !loader.value(one, nullptr, 0, 1, nullptr)) return decode_error(loader);
  }
  Embedded embedded;
  bool has_embedded = false;
  if (!read_tail(loader, in, checksum, embedded, has_embedded)) return decode_error(loader);
  LoadError error;
  if (checksum != table.checksum) {
    error.kind = ErrorKind::kChecksum;
    error.expected = checksum_text(table.checksum);
    error.found = checksum_text(checksum);
    if (has_embedded) error.differences = differences(table, embedded);
    return error;
  }
  if (count != table.count) {
    error.kind = ErrorKind::kCount;
    error.expected = std::to_string(table.count);
    error.found = std::to_string(count);
    return error;
  }
  in = content;
  for (std::uint32_t at = 0; at < table.count; ++at) {
    const Field &field = table.fields[at];
    const Type &type = table.types[field.type];
    Value value;
    if (!loader.has(in, 1) || !next_value(loader, in, one)) break;
    if (!loader.value(one, &type, field.flags, 1, &value) || !loader.check(value, type, field.flags)) {
      return constraint_error(loader, field.key, ErrorKind::kConstraint);
    }
  }
  return decode_error(loader);
}

/// Values that a program sets, by the positions of their fields or members.
using Settings = std::map<std::uint32_t, Value>;

/// Reads and verifies a value file, with the values that the component's parent sets.
inline std::optional<LoadError> load(const Table &table, View bytes, Settings settings, Value &out) {
  constexpr std::size_t kMaxSize = std::size_t{64} << 20, kTail = 35;
  Loader loader(table, bytes);
  const View content = bytes.substr(0, bytes.size() < kTail ? 0 : bytes.size() - kTail);
  if (bytes.size() > kMaxSize) return loader.fail(bytes, "the file is larger than 64 MiB"), decode_error(loader);
  if (bytes.size() < kTail || bytes.substr(content.size(), 3) != "\xa2\x06\x20") {
    return loader.fail(bytes, "no SHA-256 at the end: the file may be cut off"), decode_error(loader);
  }
  const std::array<std::uint8_t, 32> digest = sha256(content);
  if (std::memcmp(digest.data(), bytes.data() + content.size() + 3, digest.size()) != 0) {
    return loader.fail(bytes, "the bytes are damaged: their SHA-256 differs"), decode_error(loader);
  }
  {
    Values values;
    if (read_at_once(table, content, values)) out.content = std::move(values);
    else out.content = Values();
  }
  if (out.parts().empty()) return first_error(table, content);
  Values &values = *std::get_if<Values>(&out.content);
  loader.is_by_hand = true;
  for (auto &[at, value] : settings) {
    const Field &field = table.fields[at];
    if (!loader.check(value, table.types[field.type], field.flags)) {
      return constraint_error(loader, field.key, ErrorKind::kOverride);
    }
    values[at] = std::move(value);
  }
  return first_broken(table, out);
}

/// Stores the default of a field or member; returns whether it has one.
inline bool unset(const Table &table, const Field &field, Value &out) {
  const Type &type = table.types[field.type];
  if ((field.flags & kHidden) != 0) return false;
  if (field.fallback.data() != nullptr) {
    return Loader(table, field.fallback).value(field.fallback, &type, field.flags, 1, &out);
  }
  if ((field.flags & kOptional) != 0) {
    out.state = State::kAbsent;
    return true;
  }
  if ((field.flags & kRest) != 0) {
    out.content = Values();
    return true;
  }
  if (type.kind != kStruct) return false;
  Values &members = out.content.emplace<Values>(type.count());
  for (std::size_t at = 0; at < type.count(); ++at) {
    if (!unset(table, type.members[at], members[at])) return false;
  }
  return true;
}

/// Completes the values of fields or members that a program sets by hand, and checks them.
inline std::optional<LoadError> build(const Table &table, const Field *fields, std::uint32_t count, Settings settings,
                                      Value &out) {
  Loader loader(table, View());
  loader.is_by_hand = true;
  Values &values = out.content.emplace<Values>(count);
  for (std::uint32_t at = 0; at < count; ++at) {
    const auto set = settings.find(at);
    const Field &field = fields[at];
    bool fits = true;
    if (set != settings.end()) values[at] = std::move(set->second);
    else fits = unset(table, field, values[at]);
    if (!fits) loader.misfit("it has no default, and is not set");
    if (!fits || !loader.check(values[at], table.types[field.type], field.flags)) {
      return constraint_error(loader, field.key, ErrorKind::kConstraint);
    }
  }
  return fields == table.fields ? first_broken(table, out) : std::nullopt;
}

/// The keys of the fields whose values differ.
inline std::vector<View> changed(const Table &table, const Value &left, const Value &right) {
  std::vector<View> keys;
  for (std::uint32_t at = 0; at < table.count; ++at) {
    if (!(left.parts()[at] == right.parts()[at])) keys.push_back(table.fields[at].key);
  }
  return keys;
}

// Plain data.

/// The content of a text of values: without secrets; with secrets; or with `<set>` for secrets and keys for names.
enum class Shown : std::uint8_t { kPublic,
                                  kAll,
                                  kDebug };

/// Writes values as JSON.
class Writer {
public:
  Writer(const Table &table, Shown shown) : table_(table), shown_(shown) {}
  std::string out;

  /// Writes the members of a struct after an optional tag.
  void members(const Value &value, const Field *fields, std::size_t count, std::string tag) {
    const char *separator = "{";
    if (!tag.empty()) {
      out += separator + std::move(tag);
      separator = ",";
    }
    for (std::size_t at = 0; at < count; ++at) {
      const Field &field = fields[at];
      const Type &type = table_.types[field.type];
      const Value &member = value.parts()[at];
      const bool is_present = member.state != State::kAbsent;
      const bool has_fallback = field.fallback.data() != nullptr || (field.flags & kHidden) != 0;
      const bool takes_null = (field.flags & kNullable) != 0 || (type.kind == kJson && (type.other & 32) != 0);
      const bool is_said = is_present || (has_fallback && !takes_null);
      const bool is_secret = (field.flags & kSensitive) != 0;
      // Only the members of a struct can be left out one by one.
      const bool is_split = type.kind == kStruct && member.state == State::kPresent;
      const bool is_hidden = is_secret || (is_present && type.holds_secret && !is_split);
      if (shown_ == Shown::kDebug ? false : !is_said || (shown_ == Shown::kPublic && is_hidden)) continue;
      if ((field.flags & kRest) != 0 && shown_ != Shown::kDebug) {
        entries(member, type, separator);
        continue;
      }
      out += separator + literal(shown_ == Shown::kDebug ? field.key : field.name) + ":";
      separator = ",";
      if (is_secret && shown_ == Shown::kDebug && is_present) out += "\"<set>\"";
      else this->value(member, type);
    }
    out += *separator == '{' ? "{}" : "}";
  }

private:
  void value(const Value &value, const Type &type) {
    if (value.state != State::kPresent) {
      out += value.state == State::kNull || shown_ != Shown::kDebug ? "null" : "\"<absent>\"";
      return;
    }
    switch (type.kind) {
    case kString: out += literal(value.text()); return;
    case kJson: out += value.text(); return;
    case kVector:
    case kArray:
      out += '[';
      for (std::size_t at = 0; at < size_of(value); ++at) {
        if (at > 0) out += ',';
        element(value, at, table_.types[type.item]);
      }
      out += ']';
      return;
    case kMap: {
      const char *separator = "{";
      entries(value, type, separator);
      out += *separator == '{' ? "{}" : "}";
      return;
    }
    case kUnion: {
      const Case &one = type.cases[value.number];
      const Type &inner = table_.types[one.type];
      if (type.tag.data() == nullptr) return this->value(value.parts()[0], inner);
      return members(value.parts()[0], inner.members, inner.count(), literal(type.tag) + ":" + literal(one.text));
    }
    case kStruct: return members(value, type.members, type.count(), {});
    default: word(value.word(), type);
    }
  }

  void element(const Value &list, std::size_t at, const Type &type) {
    if (is_word(type.kind)) word(list.words()[at], type);
    else if (type.kind == kJson) out += list.texts()[at];
    else if (type.kind == kString) out += literal(list.texts()[at]);
    else value(list.parts()[at], type);
  }

  void entries(const Value &map, const Type &type, const char *&separator) {
    const Texts &keys = map.keys();
    for (std::size_t at = 0; at < keys.size(); ++at) {
      out += separator + literal(keys[at]) + ":";
      separator = ",";
      element(map.parts()[1], at, table_.types[type.item]);
    }
  }

  void word(std::uint64_t word, const Type &type) {
    const auto number = static_cast<std::int64_t>(word);
    if (type.kind == kBool) out += word != 0 ? "true" : "false";
    else if (type.kind == kEnum) out += literal(type.variants[position_of_number(type.variants, type.count(), number)].name);
    else if (type.kind == kFloat32) out += point_text(static_cast<float>(real(word)));
    else if (type.kind == kFloat64) out += point_text(real(word));
    else out += is_signed(type.kind) ? std::to_string(number) : std::to_string(word);
  }

  const Table &table_;
  Shown shown_;
};

/// The values of all fields as JSON.
inline std::string to_json(const Table &table, const Value &values, Shown shown) {
  Writer writer(table, shown);
  writer.members(values, table.fields, table.count, {});
  return std::move(writer.out);
}

// Typed values.

/// Converts typed values from and to generic ones. Structs and unions do it themselves.
template <class T, class = void> struct Convert {
  static T take(Value &from) { return T::take_(from); }
  static Value give(const T &value) { return value.give_(); }
};

template <class T> T take(Value &from) { return Convert<T>::take(from); }
template <class T> Value give(const T &value) { return Convert<T>::give(value); }

/// Types that are words.
template <class T> struct Convert<T, std::enable_if_t<std::is_arithmetic_v<T> || std::is_enum_v<T>>> {
  static T of_word(std::uint64_t word) {
    if constexpr (std::is_floating_point_v<T>) return static_cast<T>(real(word));
    else return static_cast<T>(word);
  }
  static std::uint64_t to_word(T value) {
    if constexpr (std::is_floating_point_v<T>) return bits_of(static_cast<double>(value));
    else return static_cast<std::uint64_t>(value);
  }
  static T take(Value &from) { return of_word(from.word()); }
  static Value give(T value) {
    Value to;
    to.content = to_word(value);
    return to;
  }
};

template <> struct Convert<std::string> {
  static std::string take(Value &from) { return std::move(*std::get_if<std::string>(&from.content)); }
  static Value give(std::string value) {
    Value to;
    to.content = std::move(value);
    return to;
  }
};

template <> struct Convert<Json> {
  static Json of(std::string text) { return Json(std::move(text)); }
  static Json take(Value &from) { return Json(Convert<std::string>::take(from)); }
  static Value give(const Json &value) { return Convert<std::string>::give(value.text()); }
};

template <class T> struct Convert<Secret<T>> {
  static Secret<T> take(Value &from) { return Secret<T>(Convert<T>::take(from)); }
  static Value give(const Secret<T> &value) { return Convert<T>::give(value.reveal()); }
};

/// An empty optional is absent. `Giver::add_nullable` makes it null instead.
template <class T> struct Convert<std::optional<T>> {
  static std::optional<T> take(Value &from) {
    if (from.state != State::kPresent) return std::nullopt;
    return Convert<T>::take(from);
  }
  static Value give(const std::optional<T> &value) {
    if (value) return Convert<T>::give(*value);
    Value to;
    to.state = State::kAbsent;
    return to;
  }
};

/// An empty outer optional is absent, an empty inner one is null.
template <class T> struct Convert<std::optional<std::optional<T>>> {
  static std::optional<std::optional<T>> take(Value &from) {
    if (from.state == State::kAbsent) return std::nullopt;
    return Convert<std::optional<T>>::take(from);
  }
  static Value give(const std::optional<std::optional<T>> &value) {
    Value to = value ? Convert<std::optional<T>>::give(*value) : Value();
    if (!value) to.state = State::kAbsent;
    else if (!*value) to.state = State::kNull;
    return to;
  }
};

/// As without the secret: an empty outer optional is absent, an empty inner one is null.
template <class T> struct Convert<std::optional<Secret<std::optional<T>>>> {
  static std::optional<Secret<std::optional<T>>> take(Value &from) {
    std::optional<std::optional<T>> plain = Convert<std::optional<std::optional<T>>>::take(from);
    if (!plain) return std::nullopt;
    return Secret<std::optional<T>>(*std::move(plain));
  }
  static Value give(const std::optional<Secret<std::optional<T>>> &value) {
    std::optional<std::optional<T>> plain;
    if (value) plain.emplace(value->reveal());
    return Convert<std::optional<std::optional<T>>>::give(plain);
  }
};

/// The name of a variant of a generated enum; empty for a number without a variant.
template <class E> View name_of(E variant) {
  const Variants all = variants_of(variant);
  const std::size_t at = position_of_number(all.data, all.size, static_cast<std::int64_t>(variant));
  return at < all.size ? all.data[at].name : View();
}

/// The variant with this name, of the enum `E`.
template <class E> std::optional<E> variant_of(View name) {
  const Variants all = variants_of(E());
  const std::size_t at = position_of_name(all.data, all.size, name);
  if (at == all.size) return std::nullopt;
  return static_cast<E>(all.data[at].number);
}

/// Every variant of the enum `E`, ascending by number.
template <class E> std::vector<E> all_of() {
  const Variants all = variants_of(E());
  std::vector<E> variants;
  for (std::size_t at = 0; at < all.size; ++at) variants.push_back(static_cast<E>(all.data[at].number));
  return variants;
}

/// Reads a list element by element.
template <class T, class Put> void take_each(Value &from, Put put) {
  if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
    for (const std::uint64_t word : from.words()) put(Convert<T>::of_word(word));
  } else if constexpr (std::is_same_v<T, std::string>) {
    for (std::string &text : *std::get_if<Texts>(&from.content)) put(std::move(text));
  } else if constexpr (std::is_same_v<T, Json>) {
    for (std::string &text : *std::get_if<Texts>(&from.content)) put(Convert<Json>::of(std::move(text)));
  } else {
    for (Value &part : *std::get_if<Values>(&from.content)) {
      put(Convert<T>::take(part));
      part = Value(); // frees its memory
    }
  }
}

template <class T, class List> Value give_list(const List &list) {
  Value to;
  if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
    Words &words = to.content.template emplace<Words>();
    for (const T one : list) words.push_back(Convert<T>::to_word(one));
  } else if constexpr (std::is_same_v<T, std::string>) {
    to.content = Texts(list.begin(), list.end());
  } else if constexpr (std::is_same_v<T, Json>) {
    Texts &texts = to.content.template emplace<Texts>();
    for (const Json &one : list) texts.push_back(one.text());
  } else {
    Values &parts = to.content.template emplace<Values>();
    for (const T &one : list) parts.push_back(Convert<T>::give(one));
  }
  return to;
}

template <class T> struct Convert<std::vector<T>> {
  static std::vector<T> take(Value &from) {
    if constexpr (std::is_same_v<T, std::string>) return std::move(*std::get_if<Texts>(&from.content));
    std::vector<T> to;
    to.reserve(size_of(from));
    take_each<T>(from, [&](T one) { to.push_back(std::move(one)); });
    return to;
  }
  static Value give(const std::vector<T> &value) { return give_list<T>(value); }
};

template <class T, std::size_t N> struct Convert<std::array<T, N>> {
  static std::array<T, N> take(Value &from) {
    std::vector<T> list = Convert<std::vector<T>>::take(from);
    return of(list, std::make_index_sequence<N>());
  }
  static Value give(const std::array<T, N> &value) { return give_list<T>(value); }

private:
  template <std::size_t... At> static std::array<T, N> of(std::vector<T> &list, std::index_sequence<At...>) {
    return {{std::move(list[At])...}};
  }
};

template <class K, class T> struct Convert<std::map<K, T>> {
  static std::map<K, T> take(Value &from) {
    std::map<K, T> to;
    Values &parts = *std::get_if<Values>(&from.content);
    if (parts.empty()) return to;
    auto key = std::get_if<Texts>(&parts[0].content)->begin();
    take_each<T>(parts[1], [&](T one) { to.emplace_hint(to.end(), key_of(std::move(*key++)), std::move(one)); });
    return to;
  }
  static Value give(const std::map<K, T> &value) {
    std::map<View, const T *> ordered;
    for (const auto &entry : value) ordered.emplace(name_of_key(entry.first), &entry.second);
    Texts keys;
    std::vector<T> values;
    for (const auto &entry : ordered) {
      keys.emplace_back(entry.first);
      values.push_back(*entry.second);
    }
    Value to;
    Values &parts = to.content.emplace<Values>(value.empty() ? 0 : 2);
    if (value.empty()) return to;
    parts[0].content = std::move(keys);
    parts[1] = give_list<T>(values);
    return to;
  }

private:
  static K key_of(std::string key) {
    if constexpr (std::is_enum_v<K>) {
      const Variants all = variants_of(K());
      return static_cast<K>(all.data[position_of_name(all.data, all.size, key)].number);
    } else {
      return key;
    }
  }
  static View name_of_key(const K &key) {
    if constexpr (std::is_enum_v<K>) return name_of(key);
    else return key;
  }
};

/// Reads the members of a struct one after the other.
class Taker {
public:
  explicit Taker(Value &from) : next_(std::get_if<Values>(&from.content)->begin()) {}
  template <class T> T take() { return Convert<T>::take(*next_++); }

private:
  Values::iterator next_;
};

/// Makes a struct of its members.
class Giver {
public:
  template <class T> Giver &add(const T &member) { return add(Convert<T>::give(member), State::kAbsent); }
  /// Adds a member that is null if it has no value.
  template <class T> Giver &add_nullable(const T &member) { return add(Convert<T>::give(member), State::kNull); }
  Value finish() {
    Value to;
    to.content = std::move(parts_);
    return to;
  }

private:
  Giver &add(Value member, State state) {
    if (member.state != State::kPresent && state == State::kNull) member.state = state;
    parts_.push_back(std::move(member));
    return *this;
  }
  Values parts_;
};

/// The content of a union.
inline Value &content_of(Value &from) { return std::get_if<Values>(&from.content)->front(); }

/// The value of a case at this position of a union.
template <class T> Value give_case(std::uint32_t position, const T &content) {
  Value to;
  to.number = position;
  to.content.emplace<Values>().push_back(Convert<T>::give(content));
  return to;
}

/// Sets values of fields or members by position.
template <class Self> class Setter {
protected:
  template <class T> Self &set_(std::uint32_t at, const T &value) {
    settings_[at] = Convert<T>::give(value);
    return static_cast<Self &>(*this);
  }
  Self &set_(std::uint32_t at, State state) {
    settings_[at].state = state;
    return static_cast<Self &>(*this);
  }
  Settings settings_;
};

template <class T> Result<T> load(const Table &table, View bytes, const Settings &settings) {
  Value values;
  if (std::optional<LoadError> error = load(table, bytes, settings, values)) return *std::move(error);
  return Convert<T>::take(values);
}

template <class T> Result<T> build(const Table &table, const Field *fields, std::uint32_t count, const Settings &settings) {
  Value values;
  if (std::optional<LoadError> error = build(table, fields, count, settings, values)) return *std::move(error);
  return Convert<T>::take(values);
}

} // namespace confc::v1

#endif // CONFC_RUNTIME_V1
