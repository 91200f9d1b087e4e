// Checks the grammar of the language `confc` with the libraries of VS Code in code-server: `node grammar.mjs`.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const load = createRequire(join(here, "node_modules/code-server/lib/vscode/package.json"));
const textmate = load("vscode-textmate");
const oniguruma = load("vscode-oniguruma");
await oniguruma.loadWASM(readFileSync(load.resolve("vscode-oniguruma/release/onig.wasm")).buffer);

const path = join(here, "../../editors/vscode/syntaxes/confc.tmLanguage.json");
const registry = new textmate.Registry({
    onigLib: Promise.resolve({
        createOnigScanner: (sources) => new oniguruma.OnigScanner(sources),
        createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async () => textmate.parseRawGrammar(readFileSync(path, "utf8"), path),
});
const grammar = await registry.loadGrammar("source.confc");

/** The last scope of each part of a text, without the name of the language. */
function scopes(text) {
    const found = [];
    let state = textmate.INITIAL;
    for (const line of text.split("\n")) {
        const { tokens, ruleStack } = grammar.tokenizeLine(line, state);
        state = ruleStack;
        for (const { startIndex, endIndex, scopes } of tokens) {
            found.push([line.slice(startIndex, endIndex), scopes.at(-1).replace(/\.confc$/, "")]);
        }
    }
    return { found, depth: state.depth };
}

/** Demands that parts of a text have these scopes, in this order. */
function demand(text, expected) {
    const { found } = scopes(text);
    let from = 0;
    for (const [part, scope] of expected) {
        const at = found.findIndex((each, index) => index >= from && each[0] === part && each[1] === scope);
        assert(at >= 0, `\`${part}\` is not ${scope} in ${text}: ${JSON.stringify(found)}`);
        from = at + 1;
    }
}

const key = "support.type.property-name";
demand("{ // a\n/// Doc of `b`.\nb: +.5e3, 'c': true, /* d\n*/ \"e\": Infinity }", [
    [" a", "comment.line.double-slash"],
    ["`b`", "markup.inline.raw"],
    ["b", key],
    ["+.5e3", "constant.numeric"],
    ["'c'", key],
    ["true", "constant.language"],
    [" d", "comment.block"],
    ['"e"', key],
    ["Infinity", "constant.numeric"],
]);
demand("{ check: \"low < high && mode == 'tls' || has(self.x)\" }", [
    ["check", key],
    ["low", "variable.other"],
    ["<", "keyword.operator"],
    ["tls", "string.quoted.other.expression"],
    ["has", "support.function"],
    ["self", "variable.language.self"],
]);
demand("{ $text: 'a ${b + 1} $${c}', \"$expr\": \"input('d')\" }", [
    ["$text", key],
    ["a ", "string.quoted.single"],
    ["b", "variable.other"],
    ["$${", "constant.character.escape"],
    ["c}", "string.quoted.single"],
    ['"$expr"', key],
    ["input", "support.function"],
]);
// A field may have the name of an attribute, and an unclosed string ends with its line.
demand('{ check: { type: "bool" }, a: "open\nb: 1 }', [
    ["bool", "string.quoted.double"],
    ["b", key],
]);

for (const name of ["shop.product.json5", "components/storefront.cml"]) {
    assert.equal(scopes(readFileSync(join(here, "../../examples/shop", name), "utf8")).depth, 1, name);
}
console.log("grammar: done");
