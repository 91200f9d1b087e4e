"""Measures the client in Python: see `benches/clients.rs`."""

import hashlib
import json
import subprocess
import sys
import time
from pathlib import Path

import config

values, embedded = Path("values.cvf").read_bytes(), Path("embedded.cvf").read_bytes()
text, message = Path("values.json").read_bytes(), Path("values.binpb").read_bytes()
measured = {
    "client": lambda: config.Config.load(values).port == 8443,
    "client, embedded schema": lambda: config.Config.load(embedded).port == 8443,
    "JSON: json.loads into a dict": lambda: json.loads(text)["port"] == 8443,
    "SHA-256 of the bytes": lambda: hashlib.sha256(values).digest(),
}
try:
    import google.protobuf
    from values_pb2 import Config

    label = f"protobuf: google.protobuf {google.protobuf.__version__}"
    measured[label] = lambda: Config.FromString(message).port == 8443
except ImportError as error:
    print(f"left out: protobuf in Python ({error})", file=sys.stderr)

for _ in range(5):
    for label, call in measured.items():
        start, calls, spent = time.process_time(), 0, 0.0
        while spent < 0.3:
            for _ in range(100):
                assert call()
            calls += 100
            spent = time.process_time() - start
        print(spent / calls * 1e9, label, sep="\t")

clock = "import time; start = time.process_time_ns(); import {}; print(time.process_time_ns() - start)"
for _ in range(21):
    for label, modules in [
        ("import of the client", "config"),
        ("import of dataclasses, enum, hashlib, json, typing", "dataclasses, enum, hashlib, json, typing"),
    ]:
        code = [sys.executable, "-S", "-c", clock.format(modules)]
        print(subprocess.check_output(code, text=True).strip(), label, sep="\t")
