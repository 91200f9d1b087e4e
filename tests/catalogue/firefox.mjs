// Opens a site from the disk in Firefox once: its policy, script and data work there, too.
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import { join } from "node:path";
import puppeteer from "puppeteer-core";
import { makeSite, root } from "./make.mjs";

const folder = fs.mkdtempSync(join(os.tmpdir(), "confc-catalogue-firefox-"));
const site = makeSite(join(root, "examples/shop/shop.product.json5"), join(folder, "site"));
const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath: process.env.FIREFOX ?? "/usr/bin/firefox",
    headless: true,
    userDataDir: join(folder, "profile"),
});
try {
    const page = await browser.newPage();
    const problems = [];
    page.on("console", (message) => problems.push(`console: ${message.text()}`));
    page.on("pageerror", (error) => problems.push(`error: ${error.message}`));
    page.on("dialog", (dialog) => problems.push(`dialog: ${dialog.message()}`));
    page.on("request", (request) => {
        // Firefox has a font of its own at such an address.
        const isInside = request.url().startsWith(site.address("")) || request.url().startsWith("data:font/");
        if (!isInside) problems.push(`request: ${request.url()}`);
    });

    await page.goto(site.address("index.html"));
    await page.type("#page-query", "pool size");
    await page.waitForSelector("#page-results a");
    const found = await page.$$eval("#page-results a", (links) => links.map((link) => link.textContent));
    assert.equal(found[0], "payments.pool_size");
    await page.keyboard.press("Enter");
    await page.waitForSelector("[id='pool_size']");
    assert.equal(page.url(), site.address("components/payments.html#pool_size"));

    await page.goto(site.address("components/storefront.html#theme.color"));
    const top = await page.$eval("[id='theme.color']", (field) => field.getBoundingClientRect().top);
    assert(top >= 0 && top < 400, `${top}`);
    const style = await page.evaluate(() => getComputedStyle(document.querySelector(".tag")).borderRadius);
    assert.notEqual(style, "0px", "the style is missing");

    await page.goto(site.address("index.html#q=cache+memory"));
    await page.waitForSelector("#page-results a");
    assert.equal(await page.$eval("#page-query", (input) => input.value), "cache memory");
    assert.deepEqual(problems, []);
    console.log(`ok ${await browser.version()} searches, and follows the address of a field`);
} finally {
    await browser.close();
    fs.rmSync(folder, { recursive: true });
}
