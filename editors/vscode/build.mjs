// Builds the extension: `npm run package [-- OUT.vsix [PROGRAM]]`, after `npm ci --ignore-scripts`.
//
// With PROGRAM, a `confc` for Linux on x86-64, the package holds it and is only for that platform. Nothing is
// downloaded. With SOURCE_DATE_EPOCH, two builds give the same bytes.

import vsce from "@vscode/vsce";
import { build } from "esbuild";
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "../..");
const [out = join(here, "out/confc.vsix"), program] = process.argv.slice(2);
const folder = join(here, "out/package");

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const name of ["README.md", "language-configuration.json", "package.json", "syntaxes"]) {
    cpSync(join(here, name), join(folder, name), { recursive: true });
}
for (const name of ["LICENSE.md", "LICENSE-APACHE", "LICENSE-MIT"]) {
    cpSync(join(root, name), join(folder, name));
}
if (program) {
    cpSync(program, join(folder, "bin/confc"));
}
const { metafile } = await build({
    entryPoints: ["src/extension.ts"],
    absWorkingDir: here,
    outfile: join(folder, "dist/extension.js"),
    bundle: true,
    external: ["vscode"],
    format: "cjs",
    platform: "node",
    target: "node20",
    minify: true,
    legalComments: "none",
    metafile: true,
    logLevel: "warning",
});
writeFileSync(join(folder, "dist/LICENSES.txt"), licences(Object.keys(metafile.inputs)));
mkdirSync(dirname(resolve(out)), { recursive: true });
await vsce.createVSIX({
    cwd: folder,
    packagePath: resolve(out),
    target: program ? "linux-x64" : undefined,
    dependencies: false,
    allowMissingRepository: true,
    allowUnusedFilesPattern: true,
});

/** The licences of the libraries that the bundle contains. */
function licences(inputs) {
    const packages = inputs.map((path) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]);
    const folders = [...new Set(packages.filter((path) => path !== undefined))].sort();
    const texts = folders.map((path) => {
        const { name, version } = JSON.parse(readFileSync(join(here, path, "package.json"), "utf8"));
        const file = readdirSync(join(here, path)).find((name) => /^licen[cs]e/i.test(name));
        if (!file) {
            throw new Error(`${name} has no text of a licence`);
        }
        return `${name} ${version}\n\n${readFileSync(join(here, path, file), "utf8").trim()}\n`;
    });
    return texts.join(`\n${"-".repeat(80)}\n\n`);
}
