// Uses a client as a program and its tests would. Exits with 1 at the first check that fails.

#include "config.hpp"
#include <cstdio>
#include <fstream>
#include <iostream>
#include <sstream>

namespace {

using acme::door::Config;
using confc::v1::ErrorKind;

int failures = 0;

void check(bool holds, const char *what, int line) {
  if (holds) return;
  std::cerr << "line " << line << ": " << what << "\n";
  ++failures;
}

#define CHECK(condition) check(condition, #condition, __LINE__)

std::string read(const char *path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream content;
  content << file.rdbuf();
  return content.str();
}

bool has(const std::string &text, const char *part) { return text.find(part) != std::string::npos; }

void reads_members_of_every_kind(const Config &config) {
  CHECK(config.port() == 80 && Config::kPortDefault == 80 && Config::kPortMin == 1);
  CHECK(!config.host());
  CHECK(config.ratio() == 0.5f);
  CHECK(config.large() == Config::kLargeDefault);
  CHECK(config.mode() == acme::door::Mode::kTls && Config::kModeDefault == config.mode());
  CHECK(confc::v1::name_of(acme::door::Mode::kIfNotPresent) == "IfNotPresent");
  CHECK(confc::v1::variant_of<acme::door::Mode>("plain") == acme::door::Mode::kPlain);
  CHECK(!confc::v1::variant_of<acme::door::Mode>("other"));
  CHECK(confc::v1::all_of<acme::door::Mode>().size() == 3);
  CHECK(config.token().reveal() == "hunter2");
  CHECK(!config.spare());
  CHECK(config.both() && !*config.both());
  CHECK(config.hidden() && !config.hidden()->reveal());
  CHECK(!config.maybe());
  CHECK(config.tags() == std::vector<std::string>{"a"});
  CHECK((config.pair() == std::array<std::int32_t, 2>{{1, -2}}) && Config::kPairDefault == config.pair());
  CHECK(config.labels().at("team") == 7);
  CHECK(config.limits().at(acme::door::LimitsKey::kMemory) == std::vector<double>{1.5});
  CHECK(config.server().path() == "/" && config.server().depth().levels() == 3);
  CHECK(config.server().key().reveal() == "secret");
  const auto *name = std::get_if<acme::door::Target::Name>(&config.target().value);
  CHECK(name != nullptr && name->value == "http");
  CHECK(config.any().text() == "{\"a\":[1,1.5]}" && confc::v1::Json::of("{\"a\":[1,1.5]}") == config.any());
  CHECK(!confc::v1::Json::of("{ }"));
  CHECK(Config::kHostPattern == "[a-z.]+" && Config::kTagsElementMaxSize == 5);
}

void hides_secrets(const Config &config) {
  const std::string shown = config.debug_string(), json = config.to_json();
  CHECK(!has(shown, "hunter2") && !has(shown, "secret") && has(shown, "\"token\":\"<set>\""));
  CHECK(!has(json, "hunter2") && !has(json, "token") && has(json, "\"thePath\":\"/\"") && has(json, "\"both\":null"));
  CHECK(has(config.to_json(confc::v1::Shown::kAll), "\"token\":\"hunter2\""));
  CHECK(confc::v1::debug_string(config.token()) == "<set>");
}

Config::Builder a_builder() {
  const auto server = acme::door::Server::builder().path("/").key("k").build();
  CHECK(server.has_value());
  return Config::builder().token("t").labels({{"a", 1}}).server(server.value());
}

void builds_by_hand() {
  CHECK(Config::builder().build().error().path == "labels");
  const auto built = a_builder().host("a.b").tags({"x", "y"}).null_both().target({acme::door::Target::Number{8080}}).build();
  CHECK(built && built->host() == "a.b" && built->port() == 80 && built->both() && !*built->both());
  CHECK(built->target() == acme::door::Target{acme::door::Target::Number{8080}});
  CHECK(a_builder().host("A").build().error().path == "host");
  CHECK(a_builder().host("\xff").build().error().kind == ErrorKind::kConstraint);
  CHECK(a_builder().tags({"x", "x"}).build().error().path == "tags");
  CHECK(a_builder().limits({{acme::door::LimitsKey::kCpu, {-0.0}}}).build().error().path == "limits[0][0]");
  CHECK(a_builder().mode(static_cast<acme::door::Mode>(9)).build().error().path == "mode");
  CHECK(a_builder().port(81).host("a").build().error().message() == "port 81 has no host [not_both]");
  CHECK(acme::door::ServerDepth::builder().build()->levels() == 3);
  CHECK(!acme::door::Server::builder().path("/").build());
}

void loads_with_overrides(const std::string &file) {
  const auto set = Config::load_with(file, Config::Overrides().port(9).host("h").spare("s").both(4));
  CHECK(set && set->port() == 9 && set->host() == "h" && set->spare()->reveal() == "s" && **set->both() == 4);
  const auto cleared = Config::load_with(file, Config::Overrides().clear_both().clear_host());
  CHECK(cleared && !cleared->both());
  const auto refused = Config::load_with(file, Config::Overrides().spare(std::string(41, 's')));
  CHECK(refused.error().kind == ErrorKind::kOverride && refused.error().path == "spare");
  CHECK(!has(refused.error().message(), "sss"));
  const auto broken = Config::load_with(file, Config::Overrides().port(81).host("h"));
  CHECK(broken.error().kind == ErrorKind::kRule && broken.error().name == "not_both");
}

void tells_errors_apart(const std::string &file) {
  CHECK(Config::load("").error().kind == ErrorKind::kDecode);
  CHECK(Config::load(std::string_view(file).substr(1)).error().kind == ErrorKind::kDecode);
  CHECK(has(Config::load("").error().message(), "byte 0: "));
}

void compares(const Config &config, const Config &other) {
  CHECK(config == config && config != other);
  CHECK(config.changed(config).empty());
  CHECK(config.changed(other) == std::vector<std::string_view>{"port"});
  CHECK(config.server() == other.server() && config.token() == other.token());
}

} // namespace

int main() {
  const std::string file = read("values.cvf");
  const auto config = Config::load(file), other = Config::load(read("other.cvf"));
  if (!config || !other) {
    std::cerr << config.error().message() << other.error().message() << "\n";
    return 1;
  }
  reads_members_of_every_kind(*config);
  hides_secrets(*config);
  builds_by_hand();
  loads_with_overrides(file);
  tells_errors_apart(file);
  compares(*config, *other);
  return failures == 0 ? 0 : 1;
}
