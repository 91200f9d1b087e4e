// Makes sites with `confc catalogue`.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** The folder of these tests. */
export const here = dirname(fileURLToPath(import.meta.url));

/** The root of the repository. */
export const root = join(here, "../..");

/** Makes the site of a product in a folder, and returns the folder and a function for the addresses of its pages. */
export function makeSite(product, folder, more = []) {
    const made = spawnSync(process.env.CONFC, ["catalogue", product, "--out-dir", folder, ...more], { encoding: "utf8" });
    assert.equal(made.status, 0, made.stderr);
    return { folder, address: (page) => pathToFileURL(folder).href + "/" + page };
}
