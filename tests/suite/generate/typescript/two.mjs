// Runs `two.ts` in Node.js.

import { readFileSync } from "node:fs";
import { run } from "./out/two.js";

run(readFileSync("door.cvf"));
