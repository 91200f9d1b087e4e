// Answers the requests of the conformance suite, one per line. Its argument is the folder with the clients.

import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const hex = (text) => "s" + Buffer.from(text, "utf8").toString("hex");
const bytesOf = (argument) => new Uint8Array(Buffer.from(argument.slice(1), "hex"));

function refusal(error) {
  const { detail, message } = error;
  const key = () => detail.path.match(/^[^.[]*/)[0];
  switch (detail?.kind) {
    case "decode":
      return "decode";
    case "checksum":
    case "rule":
      return `${detail.kind} ${hex(message)}`;
    case "count":
      return `count ${detail.expected} ${detail.found}`;
    case "constraint":
    case "override":
      return `${detail.kind} ${key()}`;
    default:
      throw error;
  }
}

function accepts(client, bytes) {
  try {
    client.load(bytes);
    return 1;
  } catch (error) {
    refusal(error);
    return 0;
  }
}

function flips(client, bytes) {
  let accepted = 0;
  for (let at = 0; at < 8 * bytes.length; at++) {
    bytes[at >> 3] ^= 1 << (at & 7);
    accepted += accepts(client, bytes);
    bytes[at >> 3] ^= 1 << (at & 7);
  }
  return accepted;
}

function cuts(client, bytes) {
  let accepted = 0;
  for (let size = 0; size < bytes.length; size++) accepted += accepts(client, bytes.slice(0, size));
  return accepted;
}

function answer(client, operation, [file = "=", ...rest]) {
  const bytes = bytesOf(file);
  switch (operation) {
    case "checksum":
      return `ok ${hex(client.CHECKSUM)}`;
    case "load":
      return `ok ${client.testeeText(client.load(bytes))}`;
    case "json":
      return `ok ${hex(client.toJson(client.load(bytes)))}`;
    case "flips":
      return `accepted ${flips(client, bytes)}`;
    case "cuts":
      return `accepted ${cuts(client, bytes)}`;
    case "override": {
      const [from, ...keys] = rest;
      const overrides = client.testeeOverrides(client.load(bytesOf(from)), keys);
      if (typeof overrides === "string") return `skip ${overrides}`;
      return `ok ${client.testeeText(client.testeeLoad(bytes, overrides))}`;
    }
    default:
      return `skip there is no operation ${operation}`;
  }
}

const clients = new Map();

for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  const [declaration, operation, ...rest] = line.split(" ");
  const path = pathToFileURL(`${process.argv[2]}/${declaration}.js`);
  if (!clients.has(declaration)) clients.set(declaration, await import(path));
  const client = clients.get(declaration);
  let answered;
  try {
    answered = answer(client, operation, rest);
  } catch (error) {
    answered = refusal(error);
  }
  process.stdout.write(`${answered}\n`);
}
