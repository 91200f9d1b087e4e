// Measures the client in TypeScript, compiled to JavaScript: see `benches/clients.rs`.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { load, sha256 } from "./config.mjs";

const values = readFileSync("values.cvf");
const embedded = readFileSync("embedded.cvf");
const text = readFileSync("values.json", "utf8");
const measured = new Map([
  ["client", () => load(values).port === 8443],
  ["client, embedded schema", () => load(embedded).port === 8443],
  ["JSON: JSON.parse into an object", () => JSON.parse(text).port === 8443],
  ["SHA-256 of the bytes", () => sha256(values).length > 0],
]);
try {
  const require = createRequire(`${process.env.CONFC_TYPESCRIPT}/any.js`);
  const { createFileRegistry, fromBinary } = require("@bufbuild/protobuf");
  const { FileDescriptorSetSchema } = require("@bufbuild/protobuf/wkt");
  const files = fromBinary(FileDescriptorSetSchema, readFileSync("values.desc"));
  const config = createFileRegistry(files).getMessage("net.Config");
  const message = readFileSync("values.binpb");
  measured.set("protobuf: @bufbuild/protobuf", () => fromBinary(config, message).port === 8443);
} catch (error) {
  console.error(`left out: protobuf in TypeScript (${error.message.split("\n")[0]})`);
}

/** The processor time of this process in microseconds, with its garbage collector. */
function cpu() {
  const { user, system } = process.cpuUsage();
  return user + system;
}

for (let round = 0; round < 5; round++) {
  for (const [label, call] of measured) {
    const start = cpu();
    let calls = 0;
    let spent = 0;
    for (; spent < 300_000; spent = cpu() - start) {
      for (let i = 0; i < 100; i++) if (!call()) throw new Error(label);
      calls += 100;
    }
    console.log(`${(spent * 1000) / calls}\t${label}`);
  }
}
