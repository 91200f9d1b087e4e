//! Measures the client in Rust: see `benches/clients.rs`.

mod config;

use rustix::time::{ClockId, clock_gettime};
use serde::Deserialize;
use sha2::{Digest as _, Sha256};
use std::hint::black_box;

/// The client's struct as serde_json fills it.
#[derive(Deserialize)]
#[allow(dead_code, reason = "only one field is compared")]
struct Plain {
    buffer_size: u32,
    clock_offset_s: i32,
    congestion_control: Congestion,
    enable_ipv6: bool,
    gain: f32,
    handshake_timeout_ms: u32,
    idle_timeout_ms: u32,
    listen: Listen,
    log_level: Level,
    log_packets: bool,
    mac: [u8; 6],
    max_connections: u64,
    mtu: u16,
    name: Box<str>,
    name_servers: Box<[Box<str>]>,
    port: u16,
    priority: i8,
    quic: bool,
    region: Box<str>,
    retries: u8,
    search_domains: Box<[Box<str>]>,
    token: Box<str>,
    trace_ratio: f64,
    user_agent: Box<str>,
    weights: Box<[u8]>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Congestion {
    Reno,
    Cubic,
    Bbr,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Level {
    Error,
    Warning,
    Info,
    Debug,
}

#[derive(Deserialize)]
#[allow(dead_code, reason = "not compared")]
struct Listen {
    address: Box<str>,
    port: u16,
}

/// The processor time of this process, in seconds.
fn cpu() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

fn main() -> std::io::Result<()> {
    let [values, embedded, text] =
        ["values.cvf", "embedded.cvf", "values.json"].map(|path| std::fs::read(path).expect("a file"));
    let load = |bytes| config::Config::load(bytes).is_ok_and(|config| black_box(config).port() == 8443);
    let parse =
        || serde_json::from_slice(&text).is_ok_and(|config: Plain| black_box(config).port == 8443);
    let all: [(&str, &dyn Fn() -> bool); 4] = [
        ("client", &|| load(&values)),
        ("client, embedded schema", &|| load(&embedded)),
        ("JSON: serde_json into a struct", &parse),
        ("SHA-256 of the bytes", &|| black_box(Sha256::digest(&values)).len() == 32),
    ];
    for _ in 0..5 {
        for (label, call) in all {
            let (start, mut calls, mut spent) = (cpu(), 0.0, 0.0);
            while spent < 0.3 {
                (0..100).for_each(|_| assert!(call(), "{label}"));
                calls += 100.0;
                spent = cpu() - start;
            }
            println!("{:.1}\t{label}", spent / calls * 1e9);
        }
    }
    Ok(())
}
