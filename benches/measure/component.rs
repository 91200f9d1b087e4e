//! A component's configuration with any number of fields, as confc, `flatc` and `protoc` take it.
//!
//! The first 25 are those of one made-up network component. What the other two compilers cannot say (ranges,
//! sizes, patterns, 8-bit integers for protobuf) is left out there, so they have less to check.

use std::io::{self, Write};

/// A field in the three languages: behind its key.
struct Field {
    key: &'static str,
    doc: &'static str,
    confc: &'static str,
    flatbuffers: &'static str,
    protobuf: &'static str,
}

/// One row of [`FIELDS`].
const fn field(
    key: &'static str,
    doc: &'static str,
    confc: &'static str,
    flatbuffers: &'static str,
    protobuf: &'static str,
) -> Field {
    Field { key, doc, confc, flatbuffers, protobuf }
}

const FIELDS: [Field; 25] = [
    field(
        "log_packets",
        "Writes every packet to the log. Slow: for debugging only.",
        "type: 'bool', default: false",
        "bool = false",
        "bool",
    ),
    field("name", "", "type: 'string', max_size: 64", "string (required)", "string"),
    field(
        "handshake_timeout_ms",
        "How long a half-open connection may take, in milliseconds.",
        "type: 'uint32', min: 100, max: 60000, default: 3000",
        "uint = 3000",
        "uint32",
    ),
    field("retries", "", "type: 'uint8', max: 16, default: 3", "ubyte = 3", "uint32"),
    field(
        "congestion_control",
        "Which algorithm decides how fast to send.",
        "type: 'enum', variants: { reno: 0, cubic: 1, bbr: 2 }, default: 'cubic'",
        "Congestion = cubic",
        "Congestion",
    ),
    field(
        "name_servers",
        "Name servers to ask, in this order.",
        "type: 'vector', max_count: 3, element: { type: 'string', max_size: 45 }",
        "[string]",
        "repeated string",
    ),
    field("port", "", "type: 'uint16', min: 1, default: 443", "ushort = 443", "uint32"),
    field("trace_ratio", "", "type: 'float64', min: 0, max: 1, default: 0.01", "double = 0.01", "double"),
    field(
        "listen",
        "Where to listen.",
        "type: 'struct', fields: { address: { type: 'string', max_size: 45 }, port: { type: 'uint16' } }",
        "Listen",
        "Listen",
    ),
    field("clock_offset_s", "", "type: 'int32', min: -86400, max: 86400", "int", "sint32"),
    field(
        "max_connections",
        "More than these are refused; 0 refuses all.",
        "type: 'uint64', default: 1024, mutability: ['parent']",
        "ulong = 1024",
        "uint64",
    ),
    field("region", "", "type: 'string', max_size: 20, pattern: '[a-z]+-[0-9]+'", "string", "string"),
    field(
        "weights",
        "",
        "type: 'vector', max_count: 8, element: { type: 'uint8' }",
        "[ubyte]",
        "repeated uint32",
    ),
    field("enable_ipv6", "", "type: 'bool', default: true", "bool = true", "bool"),
    field(
        "token",
        "Secret shared with the server.",
        "type: 'string', max_size: 128, sensitive: true",
        "string",
        "string",
    ),
    field("idle_timeout_ms", "", "type: 'uint32', default: 30000", "uint = 30000", "uint32"),
    field("gain", "", "type: 'float32', min: 0, default: 1.5", "float = 1.5", "float"),
    field(
        "log_level",
        "What is worth a line in the log.",
        "type: 'enum', variants: { error: 0, warning: 1, info: 2, debug: 3 }, default: 'info'",
        "Level = info",
        "Level",
    ),
    field("mtu", "", "type: 'uint16', min: 576, max: 9000, default: 1500", "ushort = 1500", "uint32"),
    field(
        "search_domains",
        "",
        "type: 'vector', max_count: 6, unique: true, element: { type: 'string', max_size: 253 }",
        "[string]",
        "repeated string",
    ),
    field("priority", "", "type: 'int8', default: 0", "byte = 0", "sint32"),
    field(
        "buffer_size",
        "Bytes for each connection.",
        "type: 'uint32', min: 0x1000, default: 0x10000",
        "uint = 65536",
        "uint32",
    ),
    field("quic", "", "type: 'bool', default: true", "bool = true", "bool"),
    field("mac", "", "type: 'array', count: 6, element: { type: 'uint8' }", "[ubyte]", "repeated uint32"),
    field("user_agent", "", "type: 'string', max_size: 200, default: 'netstack/1.0'", "string", "string"),
];

/// A value for each of the first 25 fields.
pub(crate) const VALUES: &str = "{
    log_packets: false, name: 'edge', handshake_timeout_ms: 2500, retries: 4,
    congestion_control: 'bbr', name_servers: ['192.0.2.1', '192.0.2.2', '2001:db8::53'],
    port: 8443, trace_ratio: 0.05, listen: { address: '2001:db8::1', port: 8443 },
    clock_offset_s: -30, max_connections: 4096, region: 'eu-1', weights: [1, 2, 3, 5, 8],
    enable_ipv6: true, token: '0123456789abcdef', idle_timeout_ms: 60000, gain: 1.25,
    log_level: 'warning', mtu: 1400, search_domains: ['a.example', 'b.example'], priority: -1,
    buffer_size: 131072, quic: false, mac: [2, 0, 94, 16, 0, 1], user_agent: 'edge/2.1',
}
";

/// How many fields the component has that the processes are compared with.
pub(crate) const USUAL: usize = FIELDS.len();

/// The fields with their keys: the first ones as they stand, then numbered.
fn fields(count: usize) -> impl Iterator<Item = (String, &'static Field)> {
    (0..count).zip(FIELDS.iter().cycle()).map(|(at, field)| {
        let turn = at / FIELDS.len();
        let key = if turn == 0 { field.key.to_owned() } else { format!("{}_{turn}", field.key) };
        (key, field)
    })
}

/// The manifest, with comments and documentation.
pub(crate) fn write_manifest(count: usize, out: &mut impl Write) -> io::Result<()> {
    out.write_all(
        b"// A network stack, as large as one likes.\n{\n    \
        program: { runner: 'elf', binary: 'bin/netstack', args: ['--verbose'] },\n    \
        capabilities: [{ protocol: 'net.Stack' }],\n    \
        use: [{ protocol: 'log.Sink', from: 'parent' }],\n    \
        expose: [{ protocol: 'net.Stack', from: 'self' }],\n    \
        config: {\n",
    )?;
    for (at, (key, field)) in fields(count).enumerate() {
        if at % 10 == 9 {
            out.write_all(b"        // The next ones belong together.\n")?;
        }
        if !field.doc.is_empty() {
            writeln!(out, "        /// {}", field.doc)?;
        }
        writeln!(out, "        {key}: {{ {} }},", field.confc)?;
    }
    out.write_all(b"    },\n}\n")
}

/// The same fields as a FlatBuffers schema.
pub(crate) fn write_flatbuffers(count: usize, out: &mut impl Write) -> io::Result<()> {
    out.write_all(
        b"// A network stack.\nnamespace net;\n\
        enum Congestion : byte { reno = 0, cubic = 1, bbr = 2 }\n\
        enum Level : byte { error = 0, warning = 1, info = 2, debug = 3 }\n\
        table Listen { address: string; port: ushort; }\n\
        table Config {\n",
    )?;
    for (key, field) in fields(count) {
        if !field.doc.is_empty() {
            writeln!(out, "  /// {}", field.doc)?;
        }
        writeln!(out, "  {key}: {};", field.flatbuffers)?;
    }
    out.write_all(b"}\nroot_type Config;\n")
}

/// The same fields as a protobuf message.
pub(crate) fn write_protobuf(count: usize, out: &mut impl Write) -> io::Result<()> {
    out.write_all(
        b"// A network stack.\nsyntax = \"proto3\";\npackage net;\n\
        enum Congestion { reno = 0; cubic = 1; bbr = 2; }\n\
        enum Level { error = 0; warning = 1; info = 2; debug = 3; }\n\
        message Listen { string address = 1; uint32 port = 2; }\n\
        message Config {\n",
    )?;
    for (number, (key, field)) in (1..).zip(fields(count)) {
        if !field.doc.is_empty() {
            writeln!(out, "  // {}", field.doc)?;
        }
        writeln!(out, "  {} {key} = {number};", field.protobuf)?;
    }
    out.write_all(b"}\n")
}
