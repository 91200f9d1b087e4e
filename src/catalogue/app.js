// The scripts of a catalogue: the search of index.html, and the choice of two environments of differences.html. Both
// only add to pages that can be read without them. All text is set as text, never as markup.
"use strict";

(() => {
    const MAX_WORDS = 16;
    const MAX_RESULTS = 50;
    const VERSION = 1;

    // The places where a field can contain a word, the best first, with the numbers of `src/text/search.rs`. Only this
    // search finds types.
    const WHOLE = 0, BEGINNING = 1, BEGINNING_OF_WORD = 2, WITHIN = 3, ALIAS = 4, COMPONENT = 5, TYPE = 5.5, DOCUMENTATION = 6;

    // Flags of a field.
    const DEPRECATED = 1, SECRET = 2, DIFFERS = 4, SECRET_PARTS = 8;

    const query = document.getElementById("page-query");

    document.addEventListener("keydown", (event) => {
        const isWriting = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
        if (event.key !== "/" || isWriting || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        if (query) {
            query.focus();
            query.select();
        } else {
            location.href = document.querySelector("a.find").href;
        }
    });

    // A long page has several parts. The address of a field stays that of the first part.
    const parts = [...document.querySelectorAll("nav.parts a[data-first]")];
    const forward = () => {
        const path = location.hash.slice(1);
        if (parts.length === 0 || path === "" || document.getElementById(path)) return;
        const key = path.split(/[.[]/u)[0];
        const part = parts.findLast((link) => link.dataset.first <= key);
        if (part && part.getAttribute("aria-current") === null) location.replace(`${part.href}#${path}`);
    };
    addEventListener("hashchange", forward);
    forward();

    const choice = document.querySelector("form.choice");
    if (choice) compare(choice);
    if (query && globalThis.confcCatalogue?.version === VERSION) search(query, globalThis.confcCatalogue);

    // Shows only the fields that differ between two environments.
    function compare(form) {
        const [first, second] = form.querySelectorAll("select");
        const count = form.querySelector("output");
        const rows = [...document.querySelectorAll("#page-differences tbody tr")].map((row) => ({
            row,
            values: [...row.querySelectorAll("li[data-in]")].map((item) => ({
                item,
                environments: new Set(item.dataset.in.split(" ")),
            })),
        }));
        const show = () => {
            const chosen = [first.value, second.value];
            const isComparing = chosen.every((environment) => environment !== "");
            let shown = 0;
            for (const { row, values } of rows) {
                const [a, b] = chosen.map((at) => values.find(({ environments }) => environments.has(at)));
                row.hidden = isComparing && a === b;
                shown += row.hidden ? 0 : 1;
                for (const value of values) {
                    value.item.hidden = isComparing && value !== a && value !== b;
                }
            }
            count.textContent = isComparing ? `${shown} of ${rows.length} fields` : "";
        };
        form.addEventListener("change", show);
        form.addEventListener("submit", (event) => event.preventDefault());
        form.hidden = false;
        show();
    }

    function search(input, data) {
        const status = document.getElementById("page-found");
        const list = document.getElementById("page-results");
        const overview = document.getElementById("page-overview");
        const components = data.components.map(lower);
        const types = data.types.map(lower);
        const fields = data.path.map((path, at) => ({
            at,
            component: components[data.component[at]],
            names: data.native[at] === "" ? [nameOf(path)] : [nameOf(path), nameOf(data.native[at])],
            aliases: data.aliases[at] === "" ? [] : data.aliases[at].split(" ").map(lower),
            type: `${types[data.type[at]]} ${flagsOf(data.flags[at]).map(([, text]) => text).join(" ")}`,
            doc: lower(data.doc[at]),
            length: [...path].length,
        }));

        // The fields that contain every word: the worst place of a word decides, then all places, then the length.
        const find = (text) => {
            const words = text.split(/\p{White_Space}+/u).filter((word) => word !== "").slice(0, MAX_WORDS).map(lower);
            const found = [];
            for (const field of words.length > 0 ? fields : []) {
                let worst = 0, total = 0;
                for (const word of words) {
                    const place = placeOf(field, word);
                    if (place === undefined) {
                        worst = undefined;
                        break;
                    }
                    worst = Math.max(worst, place);
                    total += place;
                }
                if (worst !== undefined) found.push({ field, worst, total });
            }
            return found.sort((a, b) => a.worst - b.worst || a.total - b.total ||
                a.field.length - b.field.length || a.field.at - b.field.at);
        };

        const show = () => {
            const text = input.value;
            const isAsked = text.trim() !== "";
            const found = isAsked ? find(text) : [];
            list.replaceChildren(...found.slice(0, MAX_RESULTS).map(({ field }) => result(data, field.at)));
            if (found.length > MAX_RESULTS) {
                const more = document.createElement("li");
                more.textContent = `and ${found.length - MAX_RESULTS} more`;
                list.append(more);
            }
            overview.hidden = isAsked;
            const count = found.length === 1 ? "1 field" : `${found.length} fields`;
            status.textContent = isAsked ? (found.length > 0 ? count : "No field contains all of these words.") : "";
        };

        // The query is in the address, so that it can be shared and found again by going back.
        const remember = () => {
            const words = input.value.trim().split(/\s+/u).map(encodeURIComponent).join("+");
            const address = words === "" ? location.pathname + location.search : `#q=${words}`;
            history.replaceState(null, "", address);
        };
        const recall = () => {
            const asked = /^#q=(.*)$/u.exec(location.hash);
            if (!asked) return;
            let text = asked[1].replaceAll("+", " ");
            try {
                text = decodeURIComponent(text);
            } catch {
                // The address was damaged, so its text is searched as it is.
            }
            if (text !== input.value.trim()) input.value = text;
            show();
            input.focus();
        };

        input.addEventListener("input", () => {
            show();
            remember();
        });
        input.closest("[role=search]").addEventListener("keydown", (event) => {
            const links = [...list.querySelectorAll("a")];
            const at = links.indexOf(document.activeElement);
            if (event.key === "Escape") {
                input.value = "";
                show();
                remember();
                input.focus();
            } else if (event.key === "ArrowDown" && links.length > 0) {
                links[Math.min(at + 1, links.length - 1)].focus();
            } else if (event.key === "ArrowUp" && at >= 0) {
                (at === 0 ? input : links[at - 1]).focus();
            } else if (event.key === "Enter" && event.target === input && links.length > 0) {
                links[0].click();
            } else {
                return;
            }
            event.preventDefault();
        });
        addEventListener("hashchange", recall);
        status.textContent = "";
        recall();
    }

    // A name in lower case, with the starts of its words: after `.`, `_` and `-`, and at a capital after another letter.
    function nameOf(name) {
        const words = [];
        let text = "", isAfterMark = true, isAfterCapital = false;
        for (const letter of name) {
            const isCapital = letter > "\x7f" ? /\p{Uppercase}/u.test(letter) : letter >= "A" && letter <= "Z";
            if (isAfterMark || (isCapital && !isAfterCapital)) words.push(text.length);
            text += letter.toLowerCase();
            isAfterMark = letter === "." || letter === "_" || letter === "-";
            isAfterCapital = isCapital;
        }
        return { text, words, key: text.lastIndexOf(".") + 1 };
    }

    // The best place of a word in a field. `component.path` counts as a name of the field.
    function placeOf(field, word) {
        const isWithin = word.startsWith(field.component + ".");
        const within = isWithin ? word.slice(field.component.length + 1) : "";
        let best;
        for (const name of field.names) {
            for (const text of within === "" ? [word] : [within, word]) {
                const place = placeInName(name, text);
                if (place !== undefined && (best === undefined || place < best)) best = place;
            }
        }
        if (best !== undefined) return best;
        if (field.aliases.some((alias) => alias.includes(word))) return ALIAS;
        if ((isWithin && within === "") || field.component.includes(word)) return COMPONENT;
        if (field.type.includes(word)) return TYPE;
        return field.doc.includes(word) ? DOCUMENTATION : undefined;
    }

    function placeInName(name, word) {
        const { text, words, key } = name;
        if (!text.includes(word)) return undefined;
        const isAt = (start) => text.startsWith(word, start);
        const isWhole = (start) => isAt(start) && text.length === start + word.length;
        if (isWhole(0) || isWhole(key)) return WHOLE;
        if (isAt(0) || isAt(key)) return BEGINNING;
        return words.some(isAt) ? BEGINNING_OF_WORD : WITHIN;
    }

    // The class and the text of each flag that is set.
    function flagsOf(flags) {
        const all = [
            [SECRET, "tag", "secret"],
            [SECRET_PARTS, "tag", "secret parts"],
            [DEPRECATED, "tag old", "deprecated"],
            [DIFFERS, "tag differs", "differs"],
        ];
        return all.filter(([flag]) => flags & flag).map(([, ...rest]) => rest);
    }

    // The letters in lower case, each by itself: whether a query finds a text does not depend on the text around.
    function lower(text) {
        // Only the lower case of a capital sigma depends on the letters around it.
        return text.includes("\u03a3") ? Array.from(text, (letter) => letter.toLowerCase()).join("") : text.toLowerCase();
    }

    // A result: a link to the field, its type, and the beginning of its documentation.
    function result(data, at) {
        const component = data.components[data.component[at]];
        const item = document.createElement("li");
        const link = document.createElement("a");
        const page = data.part[at] === 0 ? data.pages[data.component[at]] : `${component}-${data.part[at] + 1}.html`;
        link.href = `components/${page}#${data.path[at]}`;
        link.className = "key";
        link.textContent = `${component}.${data.path[at]}`;
        item.append(link, " ", element("code", "type", data.types[data.type[at]]));
        if (data.native[at] !== "") item.append(" ", element("span", "native", `named ${data.native[at]} in layers`));
        for (const [name, text] of flagsOf(data.flags[at])) {
            item.append(" ", element("span", name, text));
        }
        if (data.doc[at] !== "") item.append(element("p", "", data.doc[at]));
        return item;
    }

    function element(name, className, text) {
        const made = document.createElement(name);
        if (className !== "") made.className = className;
        made.textContent = text;
        return made;
    }
})();
