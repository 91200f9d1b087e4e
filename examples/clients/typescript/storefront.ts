// The storefront of the shop. It loads its configuration, and loads it again whenever the file is replaced.

import { readFileSync, watchFile } from "node:fs";
import { argv, exit } from "node:process";
import { type Config, changed, load } from "./config.js";

function describe(config: Config): void {
  const { color, dark } = config.theme;
  console.log(`storefront: ${config.title} at ${config.url}, in ${dark ? "dark" : "light"} ${color}`);
}

const path = argv[2];
if (path === undefined) {
  console.error("usage: storefront VALUES");
  exit(2);
}

let config: Config;
try {
  config = load(readFileSync(path));
} catch (error) {
  console.error(`storefront: ${path}: ${error instanceof Error ? error.message : error}`);
  exit(1);
}
describe(config);

watchFile(path, { interval: 200 }, () => {
  try {
    const next = load(readFileSync(path));
    console.log(`storefront: changed ${changed(config, next).join(", ")}`);
    config = next;
    describe(config);
  } catch (error) {
    console.error(`storefront: keeps the old values: ${error instanceof Error ? error.message : error}`);
  }
});
