// A product with hostile texts wherever users can write text.
import fs from "node:fs";
import { join } from "node:path";

const hostile = [
    '<script>alert("script")</script>',
    '"><img src=x onerror=alert(1)>',
    "[link](javascript:alert(1)) ]( javascript:alert(2)",
    "' onclick='alert(1)' \u2028 \u202Ebackwards\u202C",
    "</title></style></script><!-- --> ]]> &lt;script&gt; `<b>code</b>`",
];

/** Writes the product, and returns its path. */
export function hostileProduct(folder) {
    fs.mkdirSync(folder, { recursive: true });
    const write = (name, text) => fs.writeFileSync(join(folder, name), text);
    // Manifests refuse such characters, except as escapes in strings. Comments have no escapes.
    const unseen = /[\u2028\u202c\u202e]/gu;
    const escaped = (c) => `\\u${c.charCodeAt(0).toString(16)}`;
    const text = (value) => JSON.stringify(value).replace(unseen, escaped);
    const comment = hostile.map((line) => `        /// ${line.replace(unseen, "")}\n        ///\n`).join("");
    const fields = hostile.map(
        (value, at) => `${comment}        text_${at}: { type: "string", max_size: 256, default: ${text(value)}, name: ${text(value)},
            deprecated: ${text(value)}, aliases: [${text(`old ${value}`)}] },\n`,
    );
    const file = "<img src=x onerror=alert(1)>.json5";
    write(
        "a.cml",
        `{
    config: {
${fields.join("")}
        pattern: { type: "string", max_size: 64, pattern: "<script>.*|x", default: "x" },
        kind: { type: "enum", variants: { "<script>alert(1)</script>": 0, "b": 1 }, default: "b" },
        labels: { type: "map", max_count: 9, key: { type: "string", max_size: 99 }, value: { type: "string", max_size: 256 } },
        any: { type: "json", max_size: 999 },
        long: { type: "string", max_size: 4000 },
    },
    config_rules: [{ check: "pattern != '<script>'", message: ${text(hostile[0])} }],
}
`,
    );
    const values = hostile.map((value, at) => `${text(value)}: ${text(`${value}${at}`)}`);
    const entries = hostile.map((value) => `${text(value)}: ${text(value)}`).join(", ");
    const long = text("x".repeat(3000));
    write(file, `{ ${values.join(",\n")},\nlabels: { ${entries} }, any: { ${entries} }, long: ${long} }\n`);
    write("old.json5", `{ ${text(`old ${hostile[1]}`)}: ${text(hostile[2])} }\n`);
    const product = join(folder, "hostile.product.json5");
    write(
        "hostile.product.json5",
        `{
    inputs: { note: { type: "string", max_size: 256, default: ${text(hostile[0])} } },
    components: { a: { manifest: "a.cml" } },
    environments: {
        one: { components: { a: { layers: [${text(file)}] } } },
        two: { components: { a: { layers: ["old.json5"], set: { labels: {}, any: 1, long: "y" } } } },
    },
    rules: [{ check: "a.pattern != '<img>'", message: ${text(hostile[1])} }],
}
`,
    );
    return product;
}
