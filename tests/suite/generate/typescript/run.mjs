// Runs `user.ts` in Node.js, and checks that Node.js prints no secrets.

import { readFileSync } from "node:fs";
import { format, inspect } from "node:util";
import { load } from "./out/config.js";
import { run } from "./out/user.js";

const bytes = (name) => new Uint8Array(readFileSync(name));
run(bytes("door.cvf"), bytes("gate.cvf"), JSON.parse(readFileSync("door.json", "utf8")));

const config = load(readFileSync("door.cvf"));
const shown = [
  inspect(config, { depth: 9, showHidden: true, getters: true }),
  format("%o %s", config, config.token),
];
for (const text of [...shown, `${config.token}`, JSON.stringify(config.server)]) {
  if (text.includes("s3cret") || !text.includes("<set>")) throw new Error(text);
}
