// Makes sites with `confc catalogue` and uses them in Chromium, as people do.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import fs from "node:fs";
import os from "node:os";
import { basename, join } from "node:path";
import { chromium } from "playwright-core";
import { hostileProduct } from "./hostile.mjs";
import { largeProduct } from "./large.mjs";
import { here, makeSite, root } from "./make.mjs";
import { LIMIT, difference, reviewed } from "./pictures.mjs";
import { queries } from "./queries.mjs";

const out = join(here, "out");
const axe = fs.readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const folder = fs.mkdtempSync(join(os.tmpdir(), "confc-catalogue-"));

/** Makes the site of a product in a folder of this name. */
const catalogue = (product, name, more) => makeSite(product, join(folder, name), more);

fs.mkdirSync(out, { recursive: true });
const shop = catalogue(join(root, "examples/shop/shop.product.json5"), "shop");
const fleet = catalogue(join(here, "product/fleet.product.json5"), "fleet", [
    "--source-url",
    "https://sources.example/fleet/{path}#L{line}",
]);
const large = catalogue(largeProduct(join(folder, "large-product")), "large");
const hostile = catalogue(hostileProduct(join(folder, "hostile-product")), "hostile", ["--title", "</title><script>x</script>"]);

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

/** Opens pages of a site, and fails if they ask for anything else, write to the console or open a dialog. */
async function using(site, options, look) {
    const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, ...options });
    const page = await context.newPage();
    const problems = [];
    page.on("console", (message) => problems.push(`console: ${message.text()}`));
    page.on("pageerror", (error) => problems.push(`error: ${error.message}`));
    page.on("dialog", (dialog) => {
        problems.push(`dialog: ${dialog.message()}`);
        dialog.dismiss();
    });
    page.on("request", (request) => {
        if (!request.url().startsWith(site.address(""))) problems.push(`request: ${request.url()}`);
    });
    try {
        await look(page);
    } finally {
        await context.close();
    }
    assert.deepEqual(problems, []);
}

/** The pages of a site, below its folder. */
function pagesOf(site) {
    const components = fs.readdirSync(join(site.folder, "components")).map((name) => `components/${name}`);
    return ["index.html", "differences.html", "deprecated.html", ...components];
}

/** The reviewed pictures: the path, the page of the shop, the theme and the size. The first is in the README. */
const pictures = [
    [join(root, "examples/catalogue.png"), "components/payments.html", "light", [1000, 700]],
    [join(here, "pictures/index-light.png"), "index.html", "light", [1000, 640]],
    [join(here, "pictures/payments-dark.png"), "components/payments.html", "dark", [800, 500]],
    [join(here, "pictures/differences-dark.png"), "differences.html", "dark", [800, 500]],
    [join(here, "pictures/payments-320.png"), "components/payments.html", "light", [320, 640]],
];

/** Styles that break the layout or the theme, each with the position of a picture that shows it. */
const brokenStyles = [
    [".cards { display: block }", 1],
    ["dl { display: block }", 2],
    [".columns { display: block }", 2],
    ["table { display: none }", 3],
    [":root { --ground: white }", 3],
    ["body { font-size: 18px }", 4],
];

/** Makes a picture of a page of the shop, with an additional style if there is one. */
async function picture(path, colorScheme, [width, height], style) {
    const context = await browser.newContext({ viewport: { width, height }, colorScheme, bypassCSP: true });
    const page = await context.newPage();
    await page.goto(shop.address(path));
    if (path.endsWith("payments.html") && width === 1000) {
        await page.locator("[id='workers'] summary").last().click();
        await page.locator("[id='workers']").evaluate((field) => field.scrollIntoView());
    }
    if (style !== undefined) await page.addStyleTag({ content: style });
    const taken = await page.screenshot();
    await context.close();
    return taken;
}

const search = (page) => page.getByRole("searchbox", { name: "Search for fields" });
const results = (page) => page.locator("#page-results a");

const tests = {
    async "judged queries find their field near the top"() {
        let sum = 0;
        const misses = [];
        for (const [site, judged] of [[shop, queries.shop], [fleet, queries.fleet]]) {
            await using(site, {}, async (page) => {
                await page.goto(site.address("index.html"));
                for (const [query, expected] of judged) {
                    await search(page).fill(query);
                    const found = await results(page).allInnerTexts();
                    const at = found.indexOf(expected);
                    sum += at < 0 ? 0 : 1 / (at + 1);
                    if (at !== 0) misses.push(`${query}: ${expected} is ${at + 1} of ${found.length}`);
                }
            });
        }
        const count = queries.shop.length + queries.fleet.length;
        const rank = sum / count;
        console.log(`  mean reciprocal rank ${rank.toFixed(3)} of ${count} queries\n  ${misses.join("\n  ")}`);
        assert(count >= 50 && rank >= 0.75, `${rank}`);
    },

    async "an address leads to a query, and a result to its field"() {
        await using(fleet, {}, async (page) => {
            await page.goto(fleet.address("index.html#q=rate+limit"));
            assert.equal(await search(page).inputValue(), "rate limit");
            assert.match(await page.getByRole("status").innerText(), /^\d+ fields$/);
            await results(page).filter({ hasText: /^gateway\.rate_limit\.requests$/ }).click();
            assert.equal(page.url(), fleet.address("components/gateway.html#rate_limit.requests"));
            const field = page.locator("[id='rate_limit.requests']");
            await field.waitFor();
            const top = await field.evaluate((element) => element.getBoundingClientRect().top);
            assert(top >= 0 && top < 400, `${top}`);
            await page.goBack();
            assert.equal(await search(page).inputValue(), "rate limit");
            assert((await results(page).count()) > 1);
        });
    },

    async "the keyboard is enough"() {
        await using(fleet, {}, async (page) => {
            await page.goto(fleet.address("components/store.html"));
            await page.keyboard.press("/");
            await page.waitForURL(/index\.html/);
            await page.waitForFunction(() => document.activeElement?.id === "page-query");
            await page.keyboard.type("port");
            await page.keyboard.press("ArrowDown");
            const focused = () => page.evaluate(() => document.activeElement?.textContent);
            const first = await results(page).first().innerText();
            assert.equal(await focused(), first);
            await page.keyboard.press("ArrowDown");
            assert.notEqual(await focused(), first);
            await page.keyboard.press("ArrowUp");
            await page.keyboard.press("ArrowUp");
            assert.equal(await page.evaluate(() => document.activeElement?.id), "page-query");
            await page.keyboard.press("Escape");
            assert.equal(await search(page).inputValue(), "");
            assert.equal(await results(page).count(), 0);
            assert(!page.url().includes("q=port"), page.url());
            await page.keyboard.type("store.port");
            await page.keyboard.press("Enter");
            await page.waitForURL(fleet.address("components/store.html#port"));
        });
    },

    async "a search of 10,000 fields takes 50 ms at most"() {
        await using(large, {}, async (page) => {
            await page.goto(large.address("index.html"));
            const times = [];
            for (const letter of "limit of requests usual_27 wide 2999 ".repeat(3).slice(0, 100)) {
                times.push(await search(page).evaluate((input, letter) => {
                    input.value += letter;
                    const start = performance.now();
                    input.dispatchEvent(new Event("input"));
                    return performance.now() - start;
                }, letter));
            }
            times.sort((a, b) => a - b);
            console.log(`  the 95th of 100 keys takes ${times[94].toFixed(1)} ms`);
            assert(times[94] <= 50, `${times[94]} ms`);
        });
    },

    async "the address of a field leads to the part with the field"() {
        await using(large, {}, async (page) => {
            await page.goto(large.address("components/wide.html"));
            const parts = await page.getByRole("navigation", { name: "Parts" }).getByRole("link").count();
            assert(parts > 1, `${parts}`);
            await page.goto(large.address("components/wide.html#limit_999"));
            await page.waitForURL(large.address(`components/wide-${parts}.html#limit_999`));
            assert(await page.locator("[id='limit_999']").isVisible());
            await page.goto(large.address("index.html#q=wide.limit_999"));
            await results(page).first().click();
            await page.waitForURL(large.address(`components/wide-${parts}.html#limit_999`));
        });
    },

    async "two environments are compared"() {
        await using(fleet, {}, async (page) => {
            await page.goto(fleet.address("differences.html"));
            const rows = page.locator("#page-differences tbody tr:visible");
            const all = await rows.count();
            await page.getByLabel("Compare").selectOption("berlin");
            await page.getByLabel("with", { exact: true }).selectOption("lisbon");
            const few = await rows.count();
            assert(few > 0 && few < all, `${few} of ${all}`);
            const names = await rows.locator("th a").allInnerTexts();
            assert(names.includes("worker.threads") && !names.includes("gateway.plugins"), `${names}`);
            assert.equal(await page.locator("output").innerText(), `${few} of ${all} fields`);
        });
    },

    async "what sets a value is one click away"() {
        await using(fleet, {}, async (page) => {
            await page.goto(fleet.address("components/worker.html#threads"));
            const row = page.locator("[id='threads'] tbody tr", { hasText: "lisbon" });
            assert.match(await row.innerText(), /\b8\b/);
            await row.locator("summary").click();
            const link = row.getByRole("link", { name: "layers/lisbon.yaml:2:12" });
            assert.equal(await link.getAttribute("href"), "https://sources.example/fleet/layers/lisbon.yaml#L2");
        });
    },

    async "pages read without scripts"() {
        await using(fleet, { javaScriptEnabled: false }, async (page) => {
            await page.goto(fleet.address("index.html"));
            assert.match(await page.getByRole("status").innerText(), /needs scripts/);
            await page.getByRole("link", { name: "worker", exact: true }).first().click();
            await page.locator("[id='threads'] summary").first().click();
            assert(await page.locator("[id='threads'] .chain").first().isVisible());
            await page.goto(fleet.address("differences.html"));
            assert(await page.locator("#page-differences tr").first().isVisible());
            assert(!(await page.locator("form.choice").isVisible()));
        });
    },

    async "no page is wider than 320 pixels"() {
        for (const site of [shop, fleet, hostile]) {
            await using(site, { viewport: { width: 320, height: 640 } }, async (page) => {
                for (const path of pagesOf(site)) {
                    await page.goto(site.address(path));
                    await page.evaluate(() => document.querySelectorAll("details").forEach((details) => (details.open = true)));
                    const width = await page.evaluate(() => document.documentElement.scrollWidth);
                    assert(width <= 320, `${path}: ${width}`);
                }
            });
        }
    },

    // axe cannot find the background of a text in a picture. Lists repeat these texts.
    async "axe finds nothing"() {
        for (const colorScheme of ["light", "dark"]) {
            for (const site of [shop, fleet]) {
                for (const path of pagesOf(site)) {
                    const context = await browser.newContext({ colorScheme, bypassCSP: true, viewport: { width: 1200, height: 900 } });
                    const page = await context.newPage();
                    await page.goto(site.address(path));
                    await page.evaluate(() => document.querySelectorAll("details").forEach((details) => (details.open = true)));
                    if (path === "index.html") await search(page).fill("port");
                    await page.addScriptTag({ content: axe });
                    const found = await page.evaluate(() => globalThis.axe.run({ exclude: "svg" }, { preload: false }));
                    const told = ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).slice(0, 3).join(" ")}`;
                    assert.deepEqual([...found.violations, ...found.incomplete].map(told), [], `${path}, ${colorScheme}`);
                    await context.close();
                }
            }
        }
    },

    async "hostile texts stay texts"() {
        await using(hostile, {}, async (page) => {
            for (const path of pagesOf(hostile)) {
                await page.goto(hostile.address(path));
                const foreign = await page.evaluate(() => ({
                    scripts: [...document.scripts].map((script) => script.getAttribute("src")),
                    images: document.images.length,
                    links: [...document.links].filter((link) => link.protocol === "javascript:").length,
                    handlers: document.querySelectorAll("[onerror], [onclick], [style]").length,
                }));
                assert(foreign.scripts.every((source) => /^(\.\.\/)?(app|data)\.js$/.test(source)), `${path}: ${foreign.scripts}`);
                assert.deepEqual([foreign.images, foreign.links, foreign.handlers], [0, 0, 0], path);
                assert(!/[\u2028\u202e]/u.test(await page.content()), path);
            }
            await page.goto(hostile.address("index.html#q=script"));
            assert((await results(page).count()) > 0);
            assert.equal(await page.locator("#page-results script, #page-results img").count(), 0);
        });
    },

    async "pages look as they were reviewed"() {
        const page = await browser.newPage();
        const percent = (share) => `${(100 * share).toFixed(1)} %`;
        const files = [];
        for (const [path, ...of] of pictures) {
            const taken = await picture(...of);
            files.push(reviewed(path, taken));
            const share = await difference(page, files.at(-1), taken);
            if (share > LIMIT) fs.writeFileSync(join(out, basename(path)), taken);
            assert(share <= LIMIT, `${percent(share)} of ${path} differ from the picture in out/`);
        }
        const size = files.reduce((sum, file) => sum + file.length, 0);
        assert(size < 300_000, `the pictures have ${size} bytes`);
        for (const [style, at] of brokenStyles) {
            const share = await difference(page, files[at], await picture(...pictures[at].slice(1), style));
            assert(share > LIMIT, `${style} changes only ${percent(share)}`);
        }
        await page.close();
    },

    async "screenshots are made"() {
        const shots = [
            [shop, "index.html", "shop-index"],
            [shop, "components/payments.html", "shop-payments"],
            [shop, "differences.html", "shop-differences"],
            [fleet, "index.html#q=host", "fleet-search"],
            [fleet, "components/gateway.html", "fleet-gateway"],
            [fleet, "components/worker.html#threads", "fleet-worker"],
            [fleet, "deprecated.html", "fleet-deprecated"],
        ];
        for (const [colorScheme, size] of [["light", 1200], ["dark", 1200], ["light", 320]]) {
            for (const [site, path, name] of shots) {
                await using(site, { colorScheme, viewport: { width: size, height: 900 } }, async (page) => {
                    await page.goto(site.address(path));
                    if (path.endsWith("#threads")) await page.locator("[id='threads'] summary").last().click();
                    await page.screenshot({ path: join(out, `${name}-${colorScheme}-${size}.png`), fullPage: !path.includes("#") });
                });
            }
        }
    },
};

let failed = 0;
for (const [name, test] of Object.entries(tests)) {
    try {
        await test();
        console.log(`ok ${name}`);
    } catch (error) {
        failed += 1;
        console.log(`FAILED ${name}\n${error.stack}`);
    }
}
await browser.close();
fs.rmSync(folder, { recursive: true });
process.exit(failed === 0 ? 0 : 1);
