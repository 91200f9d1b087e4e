// A product of 10,000 fields: one component with 3,000 of them, whose page has several parts, and 280 with 25.
import fs from "node:fs";
import { join } from "node:path";

/** Writes the product, and returns its path. */
export function largeProduct(folder) {
    fs.mkdirSync(folder, { recursive: true });
    const fields = (count) =>
        Array.from({ length: count }, (_, at) => {
            const doc = `/// The limit number ${at} of requests to the service, of which others wait.`;
            return `        ${doc}\n        limit_${at}: { type: "uint32", default: ${at} },\n`;
        }).join("");
    const manifest = (count) => `{\n    config: {\n${fields(count)}    },\n}\n`;
    fs.writeFileSync(join(folder, "wide.cml"), manifest(3000));
    fs.writeFileSync(join(folder, "usual.cml"), manifest(25));
    const usual = Array.from({ length: 280 }, (_, at) => `        usual_${at}: { manifest: "usual.cml" },\n`);
    const set = '{ components: { wide: { set: { limit_1: 7 } } } }';
    const product = join(folder, "large.product.json5");
    fs.writeFileSync(
        product,
        `{
    components: {
        wide: { manifest: "wide.cml" },
${usual.join("")}    },
    environments: { dev: {}, test: {}, stage: {}, prod: ${set}, edge: ${set} },
}
`,
    );
    return product;
}
