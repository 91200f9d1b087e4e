// Answers the requests of the conformance suite with generated clients: `conformance/README.md`.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// A request without its declaration: an operation and its arguments.
using Request = std::vector<std::string>;

std::string hexadecimal(std::string_view bytes);

/// The bytes of an argument: hexadecimal digits after `=`.
std::string bytes_of(const std::string &argument);

/// A value as the answers write it.
template <class Value, class Type, class Table>
std::string text(const Value &value, const Type &type, const Table &table);

template <class Value, class Field, class Table>
std::string members_text(const Value &value, const Field *fields, std::size_t count, const Table &table) {
  std::string all = "{";
  for (std::size_t at = 0; at < count; ++at) {
    all += (at > 0 ? "," : "") + text(value.parts()[at], table.types[fields[at].type], table);
  }
  return all + "}";
}

template <class Type> std::string word_text(std::uint64_t word, const Type &type) {
  const auto number = static_cast<std::int64_t>(word);
  if (type.kind == confc::v1::kBool) return word != 0 ? "true" : "false";
  if (type.kind == confc::v1::kEnum) return "v" + std::to_string(number);
  if (confc::v1::is_real(type.kind)) {
    std::string bytes;
    for (int shift = 56; shift >= 0; shift -= 8) bytes += static_cast<char>(word >> shift & 0xff);
    return "f" + hexadecimal(bytes);
  }
  return confc::v1::is_signed(type.kind) ? std::to_string(number) : std::to_string(word);
}

template <class Value, class Type, class Table>
std::string element_text(const Value &list, std::size_t at, const Type &type, const Table &table) {
  if (confc::v1::is_word(type.kind)) return word_text(list.words()[at], type);
  if (confc::v1::is_text(type.kind)) {
    return (type.kind == confc::v1::kJson ? "j" : "s") + hexadecimal(list.texts()[at]);
  }
  return text(list.parts()[at], type, table);
}

template <class Value, class Type, class Table>
std::string text(const Value &value, const Type &type, const Table &table) {
  if (value.state != confc::v1::State::kPresent) return value.state == confc::v1::State::kNull ? "null" : "none";
  switch (type.kind) {
  case confc::v1::kString:
    return "s" + hexadecimal(value.text());
  case confc::v1::kJson:
    return "j" + hexadecimal(value.text());
  case confc::v1::kStruct:
    return members_text(value, type.members, type.count(), table);
  case confc::v1::kUnion: {
    const auto &inner = table.types[type.cases[value.number].type];
    return "u" + std::to_string(value.number + 1) + "(" + text(value.parts()[0], inner, table) + ")";
  }
  case confc::v1::kMap: {
    const auto &keys = value.keys();
    std::string all = "<";
    for (std::size_t at = 0; at < keys.size(); ++at) {
      all += (at > 0 ? ",s" : "s") + hexadecimal(keys[at]) + ":" +
             element_text(value.parts()[1], at, table.types[type.item], table);
    }
    return all + ">";
  }
  case confc::v1::kVector:
  case confc::v1::kArray: {
    std::string all = "[";
    for (std::size_t at = 0; at < confc::v1::size_of(value); ++at) {
      all += (at > 0 ? "," : "") + element_text(value, at, table.types[type.item], table);
    }
    return all + "]";
  }
  default:
    return word_text(value.word(), type);
  }
}

std::string refusal(const confc::v1::LoadError &error);

/// Answers with the client `Config`, whose parent may override the fields with these keys.
template <class Config, class Table>
std::string answer(const Table &table, const std::vector<std::string_view> &overridable, const Request &request) {
  const std::string &operation = request[0];
  const auto text_of = [&](const confc::v1::Result<Config> &loaded) {
    if (!loaded) return refusal(loaded.error());
    return "ok " + members_text(confc::v1::give(*loaded), table.fields, table.count, table);
  };
  if (operation == "checksum") return "ok s" + hexadecimal(Config::kChecksum);
  const std::string file = bytes_of(request[1]);
  if (operation == "load") return text_of(Config::load(file));
  if (operation == "json") {
    const auto loaded = Config::load(file);
    return loaded ? "ok s" + hexadecimal(loaded->to_json()) : refusal(loaded.error());
  }
  if (operation == "flips" || operation == "cuts") {
    std::size_t accepted = 0;
    for (std::size_t at = 0; at < file.size(); ++at) {
      if (operation == "cuts") {
        accepted += Config::load(std::string_view(file).substr(0, at)).has_value();
        continue;
      }
      for (int bit = 0; bit < 8; ++bit) {
        std::string flipped = file;
        flipped[at] = static_cast<char>(flipped[at] ^ 1 << bit);
        accepted += Config::load(flipped).has_value();
      }
    }
    return "accepted " + std::to_string(accepted);
  }
  if (operation != "override") return "skip unknown operation";
  const auto from = Config::load(bytes_of(request[2]));
  if (!from) return "skip the file with the values is refused";
  const confc::v1::Value values = confc::v1::give(*from);
  confc::v1::Settings settings;
  for (std::size_t at = 3; at < request.size(); ++at) {
    const bool is_cleared = request[at][0] == '-';
    const std::string key = request[at].substr(is_cleared ? 1 : 0);
    std::uint32_t position = 0;
    while (position < table.count && table.fields[position].key != key) ++position;
    bool is_known = false;
    for (const std::string_view one : overridable) is_known = is_known || one == key;
    if (!is_known || settings.count(position) > 0) return "skip the type of overrides has no such field";
    if (is_cleared) settings[position].state = confc::v1::State::kAbsent;
    else settings[position] = values.parts()[position];
  }
  return text_of(confc::v1::load<Config>(table, file, settings));
}
