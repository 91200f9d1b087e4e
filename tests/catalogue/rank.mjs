// Searches the catalogue in a folder with its own script: `node rank.mjs FOLDER`. For each line of stdin, a query as
// JSON, prints the names of the found fields as JSON, in their order. Names after the first 50 are a number.
//
// Types and flags are removed first, because only this search finds them.
import fs from "node:fs";
import { join } from "node:path";
import { createContext, runInContext } from "node:vm";

const folder = process.argv[2];

/** The part of an element of a page that the search uses. */
class StandIn {
    children = [];
    listeners = {};
    value = "";

    append(...added) {
        this.children.push(...added);
    }

    replaceChildren(...children) {
        this.children = children;
    }

    addEventListener(name, listener) {
        this.listeners[name] = listener;
    }

    closest() {
        return new StandIn();
    }

    focus() {}
}

const ids = ["page-query", "page-found", "page-results", "page-overview"];
const elements = new Map(ids.map((id) => [id, new StandIn()]));
const page = createContext({
    document: {
        getElementById: (id) => elements.get(id) ?? null,
        querySelector: () => null,
        querySelectorAll: () => [],
        createElement: () => new StandIn(),
        addEventListener() {},
    },
    location: { hash: "", pathname: "", search: "" },
    history: { replaceState() {} },
    addEventListener() {},
});

runInContext(fs.readFileSync(join(folder, "data.js"), "utf8"), page);
const data = page.confcCatalogue;
data.types.fill("");
data.flags.fill(0);
runInContext(fs.readFileSync(join(folder, "app.js"), "utf8"), page);

const [query, , results] = ids.map((id) => elements.get(id));
for (const line of fs.readFileSync(0, "utf8").split("\n").filter((line) => line !== "")) {
    query.value = JSON.parse(line);
    query.listeners.input();
    const names = results.children.map((item) => {
        const more = /^and (\d+) more$/.exec(item.textContent ?? "");
        return more ? Number(more[1]) : item.children[0].textContent;
    });
    console.log(JSON.stringify(names));
}
