//! The usual component with its values in the languages that a product could be written in instead: KCL, Pkl and
//! Jsonnet.
//!
//! Each has the fields of [`component`](super::component), with the bounds that it can state, and the same values.
//! Jsonnet has no types. Strings are counted in characters there, not in bytes.

use std::fmt::Write as _;

/// How many connections an environment lets a component have: what each says of each.
pub(crate) fn connections(environment: usize, n: usize) -> usize {
    1_000 + 500 * environment + n
}

/// What an environment says of all components, as a layer.
pub(crate) fn shared(environment: usize) -> String {
    format!("{{ region: 'eu-{environment}', log_level: 'warning', trace_ratio: 0.05 }}\n")
}

/// What all environments have in common of a component, as a layer.
pub(crate) fn layer(n: usize) -> String {
    format!(
        "{{
    log_packets: false, name: 'edge-{n}', handshake_timeout_ms: 2500, retries: 4,
    congestion_control: 'bbr', name_servers: ['192.0.2.1', '192.0.2.2', '2001:db8::53'],
    port: 8443, listen: {{ address: '2001:db8::1', port: 8443 }}, clock_offset_s: -30,
    weights: [1, 2, 3, 5, 8], enable_ipv6: true, token: '0123456789abcdef',
    idle_timeout_ms: {{ $expr: 'handshake_timeout_ms * 24' }}, gain: 1.25, mtu: 1400,
    search_domains: ['a.example', 'b.example'], priority: -1, buffer_size: 131072,
    quic: false, mac: [2, 0, 94, 16, 0, 1], user_agent: 'edge/2.1',
}}
"
    )
}

/// A KCL file: a component's schema and its values, but for what environments say.
pub(crate) fn kcl(n: usize) -> String {
    format!(
        "{}
c{n}: Config{n} {{
    log_packets = False
    name = \"edge-{n}\"
    handshake_timeout_ms = 2500
    retries = 4
    congestion_control = \"bbr\"
    name_servers = [\"192.0.2.1\", \"192.0.2.2\", \"2001:db8::53\"]
    port = 8443
    trace_ratio = float(option(\"trace_ratio\"))
    listen = {{address = \"2001:db8::1\", port = 8443}}
    clock_offset_s = -30
    region = option(\"region\")
    weights = [1, 2, 3, 5, 8]
    enable_ipv6 = True
    token = \"0123456789abcdef\"
    idle_timeout_ms = handshake_timeout_ms * 24
    gain = 1.25
    log_level = option(\"log_level\")
    mtu = 1400
    search_domains = [\"a.example\", \"b.example\"]
    priority = -1
    buffer_size = 131072
    quic = False
    mac = [2, 0, 94, 16, 0, 1]
    user_agent = \"edge/2.1\"
}}
",
        KCL.replace("Config", &format!("Config{n}")).replace("Listen", &format!("Listen{n}"))
    )
}

const KCL: &str = r#"import regex

schema Listen:
    address: str
    port: int

    check:
        len(address) <= 45
        0 <= port <= 65535

schema Config:
    log_packets: bool = False
    name: str
    handshake_timeout_ms: int = 3000
    retries: int = 3
    congestion_control: "reno" | "cubic" | "bbr" = "cubic"
    name_servers: [str]
    port: int = 443
    trace_ratio: float = 0.01
    listen: Listen
    clock_offset_s: int
    max_connections: int = 1024
    region: str
    weights: [int]
    enable_ipv6: bool = True
    token: str
    idle_timeout_ms: int = 30000
    gain: float = 1.5
    log_level: "error" | "warning" | "info" | "debug" = "info"
    mtu: int = 1500
    search_domains: [str]
    priority: int = 0
    buffer_size: int = 65536
    quic: bool = True
    mac: [int]
    user_agent: str = "netstack/1.0"

    check:
        len(name) <= 64
        100 <= handshake_timeout_ms <= 60000
        0 <= retries <= 16
        len(name_servers) <= 3
        all server in name_servers { len(server) <= 45 }
        1 <= port <= 65535
        0 <= trace_ratio <= 1
        -86400 <= clock_offset_s <= 86400
        0 <= max_connections
        len(region) <= 20
        regex.match(region, "^[a-z]+-[0-9]+$")
        len(weights) <= 8
        all weight in weights { 0 <= weight <= 255 }
        len(token) <= 128
        0 <= idle_timeout_ms <= 4294967295
        0 <= gain
        576 <= mtu <= 9000
        len(search_domains) <= 6
        isunique(search_domains)
        all domain in search_domains { len(domain) <= 253 }
        -128 <= priority <= 127
        4096 <= buffer_size <= 4294967295
        len(mac) == 6
        all byte in mac { 0 <= byte <= 255 }
        len(user_agent) <= 200
"#;

/// What an environment says of a component.
pub(crate) fn kcl_section(environment: usize, n: usize) -> String {
    format!("c{n}: Config{n} {{\n    max_connections = {}\n}}\n", connections(environment, n))
}

/// A program that makes the values of all environments, in one process. Its arguments are the number of components, the
/// number of environments, and the folder to write to.
pub(crate) const KCL_RUN: &str = r#"import json, os, sys
import kcl_lib.api as kcl
components, environments, out = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
api = kcl.API()
files = [f"c{n}.k" for n in range(components)]
for e in range(environments):
    given = {"region": f"eu-{e}", "log_level": "warning", "trace_ratio": "0.05"}
    given = [kcl.Argument(name=name, value=json.dumps(value)) for name, value in given.items()]
    made = api.exec_program(kcl.ExecProgramArgs(k_filename_list=files + [f"e{e}.k"], args=given))
    if made.err_message:
        sys.exit(made.err_message)
    os.makedirs(f"{out}/e{e}", exist_ok=True)
    for name, values in json.loads(made.json_result).items():
        with open(f"{out}/e{e}/{name}.json", "w") as file:
            json.dump(values, file)
"#;

/// A Pkl module: the type of a component's values.
pub(crate) const PKL: &str = r##"class Listen {
  address: String(length <= 45)
  port: UInt16
}
log_packets: Boolean = false
name: String(length <= 64)
handshake_timeout_ms: UInt32(isBetween(100, 60000)) = 3000
retries: UInt8(this <= 16) = 3
congestion_control: "reno"|"cubic"|"bbr" = "cubic"
name_servers: Listing<String(length <= 45)>(length <= 3)
port: UInt16(this >= 1) = 443
trace_ratio: Float(isBetween(0, 1)) = 0.01
listen: Listen
clock_offset_s: Int32(isBetween(-86400, 86400))
max_connections: UInt = 1024
region: String(length <= 20, matches(Regex(#"[a-z]+-[0-9]+"#)))
weights: Listing<UInt8>(length <= 8)
enable_ipv6: Boolean = true
token: String(length <= 128)
idle_timeout_ms: UInt32 = 30000
gain: Float(this >= 0) = 1.5
log_level: "error"|"warning"|"info"|"debug" = "info"
mtu: UInt16(isBetween(576, 9000)) = 1500
search_domains: Listing<String(length <= 253)>(length <= 6, isDistinct)
priority: Int8 = 0
buffer_size: UInt32(this >= 0x1000) = 0x10000
quic: Boolean = true
mac: Listing<UInt8>(length == 6)
user_agent: String(length <= 200) = "netstack/1.0"
"##;

/// A Pkl module: a component's values, but for what environments say.
pub(crate) fn pkl(n: usize) -> String {
    format!(
        "amends \"t{n}.pkl\"
log_packets = false
name = \"edge-{n}\"
handshake_timeout_ms = 2500
retries = 4
congestion_control = \"bbr\"
name_servers {{ \"192.0.2.1\" \"192.0.2.2\" \"2001:db8::53\" }}
port = 8443
listen {{ address = \"2001:db8::1\" port = 8443 }}
clock_offset_s = -30
weights {{ 1 2 3 5 8 }}
enable_ipv6 = true
token = \"0123456789abcdef\"
idle_timeout_ms = handshake_timeout_ms * 24
gain = 1.25
mtu = 1400
search_domains {{ \"a.example\" \"b.example\" }}
priority = -1
buffer_size = 131072
quic = false
mac {{ 2 0 94 16 0 1 }}
user_agent = \"edge/2.1\"
"
    )
}

/// A Pkl module that writes all components of an environment.
pub(crate) fn pkl_environment(environment: usize, components: usize) -> String {
    let mut text: String = (0..components).map(|n| format!("import \"c{n}.pkl\"\n")).collect();
    text += "local all = new Mapping {\n";
    for n in 0..components {
        let shared = format!("region = \"eu-{environment}\" log_level = \"warning\" trace_ratio = 0.05");
        let own = format!("max_connections = {}", connections(environment, n));
        let _ = writeln!(text, "  [\"c{n}\"] = (c{n}) {{ {shared} {own} }}");
    }
    let file = format!("[\"e{environment}/\\(name).json\"]");
    let made = "new FileOutput { value = made renderer = new JsonRenderer {} }";
    let _ = writeln!(text, "}}\noutput {{ files {{ for (name, made in all) {{ {file} = {made} }} }} }}");
    text
}

/// A Jsonnet file: a component's values, but for what environments say.
pub(crate) fn jsonnet(n: usize) -> String {
    format!(
        "{{
    log_packets: false, name: 'edge-{n}', handshake_timeout_ms: 2500, retries: 4,
    congestion_control: 'bbr', name_servers: ['192.0.2.1', '192.0.2.2', '2001:db8::53'],
    port: 8443, listen: {{ address: '2001:db8::1', port: 8443 }}, clock_offset_s: -30,
    weights: [1, 2, 3, 5, 8], enable_ipv6: true, token: '0123456789abcdef',
    idle_timeout_ms: self.handshake_timeout_ms * 24, gain: 1.25, mtu: 1400,
    search_domains: ['a.example', 'b.example'], priority: -1, buffer_size: 131072,
    quic: false, mac: [2, 0, 94, 16, 0, 1], user_agent: 'edge/2.1',
}}
"
    )
}

/// A Jsonnet file that makes all components of an environment, each under the name of its file.
pub(crate) fn jsonnet_environment(environment: usize, components: usize) -> String {
    let mut text = format!("local shared = {};\n{{\n", shared(environment).trim_end());
    for n in 0..components {
        let own = format!("{{ max_connections: {} }}", connections(environment, n));
        let _ = writeln!(text, "    'c{n}.json': (import 'c{n}.libsonnet') + shared + {own},");
    }
    text + "}\n"
}

/// A program that makes the values of all environments, in one process, with one of two packages for Python. Its arguments
/// are that package, the number of environments, and the folder to write to.
pub(crate) const JSONNET_RUN: &str = r#"import importlib, json, os, sys
jsonnet = importlib.import_module(sys.argv[1])
environments, out = int(sys.argv[2]), sys.argv[3]
for e in range(environments):
    os.makedirs(f"{out}/e{e}", exist_ok=True)
    for name, values in json.loads(jsonnet.evaluate_file(f"e{e}.jsonnet")).items():
        with open(f"{out}/e{e}/{name}", "w") as file:
            json.dump(values, file)
"#;
