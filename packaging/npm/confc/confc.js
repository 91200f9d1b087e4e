#!/usr/bin/env node
// Starts the program, which is in a package of its own for each kind of machine, and ends as it ends.
"use strict";

const { spawn } = require("node:child_process");
const os = require("node:os");

/** The status of confc itself where it could not run. */
const COULD_NOT_RUN = 2;

function fail(lines) {
    process.stderr.write(`error: ${lines.join("\n  ")}\n`);
    process.exit(COULD_NOT_RUN);
}

/** The path of the program. */
function program() {
    const machine = `${process.platform}-${process.arch}`;
    const packages = Object.keys(require("./package.json").optionalDependencies);
    const name = `@confc/${machine}`;
    if (!packages.includes(name)) {
        fail([
            `there is no program in npm's packages of confc for ${machine}`,
            `they have one for ${packages.map((name) => name.replace("@confc/", "")).join(", ")}`,
            "help: build it in a checkout of confc: `cargo install --locked --path .`",
        ]);
    }
    try {
        return require.resolve(`${name}/bin/confc`);
    } catch {
        return fail([
            `the package ${name}, which has the program for this machine, is not installed`,
            "npm leaves it out with `--omit=optional`, and where `node_modules` comes from another kind of machine",
            `help: install confc again on this machine, with its optional dependencies, or ${name} itself`,
        ]);
    }
}

const path = program();

// A terminal interrupts the program too, for which a second interrupt would mean to stop without cleaning up.
const WAITS = ["SIGINT", "SIGQUIT"];
const PASSES_ON = ["SIGTERM", "SIGHUP"];
for (const signal of WAITS) {
    process.on(signal, () => {});
}
for (const signal of PASSES_ON) {
    process.on(signal, () => child.kill(signal));
}

// After the signals: none may end this and leave the program alone. They are handled when all of this has run.
const child = spawn(path, process.argv.slice(2), { stdio: "inherit" });

child.on("error", (error) => fail([`${path} cannot be started: ${error.message}`]));
child.on("exit", (status, signal) => {
    if (signal === null) {
        process.exit(status);
    }
    // Whoever started this learns of the signal as the program's own parent would.
    for (const handled of [...WAITS, ...PASSES_ON]) {
        process.removeAllListeners(handled);
    }
    process.kill(process.pid, signal);
    // A signal that Node ignores: the status that a shell makes of it.
    setTimeout(() => process.exit(128 + os.constants.signals[signal]), 100);
});
