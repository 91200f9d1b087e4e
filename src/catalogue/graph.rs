//! A picture of a component: its sources on the left, its readers on the right. Lists below it contain the same names.

use super::html::Html;
use super::model::ComponentModel;

/// The number of sources and readers from which on there is no picture, because only the lists are readable.
const MAX_NODES: usize = 40;

/// The longest text in a box, in characters.
const MAX_LABEL: usize = 26;

/// The width and the height of a box, the space between boxes, and the space between columns, in pixels.
const WIDTH: usize = 220;
const HEIGHT: usize = 28;
const GAP: usize = 10;
const BETWEEN: usize = 60;

/// A box of the picture, with the class that gives its colours.
struct GraphBox<'c> {
    label: &'c str,
    class: &'static str,
}

/// Writes the picture, unless it would have too many boxes.
pub(super) fn write(html: &mut Html, component: &ComponentModel<'_>) {
    let file = GraphBox { label: &component.file.name, class: "file" };
    let includes = component.includes.iter().map(|file| GraphBox { label: &file.name, class: "file" });
    let mut layers: Vec<&str> = Vec::new();
    for entry in component.applied.iter().filter(|entry| entry.file.is_some()) {
        if layers.len() < MAX_NODES && !layers.contains(&&*entry.name) {
            layers.push(&entry.name);
        }
    }
    let layers = layers.into_iter().map(|path| GraphBox { label: path, class: "layer" });
    let imports = component.imports.iter().map(|(_, target)| GraphBox { label: target, class: "component" });
    let sources: Vec<GraphBox<'_>> =
        std::iter::once(file).chain(includes).chain(layers).chain(imports).collect();
    let readers = component.importers.iter().map(|name| GraphBox { label: name, class: "component" });
    let readers: Vec<GraphBox<'_>> = readers.collect();
    if sources.len() + readers.len() >= MAX_NODES {
        return;
    }
    let rows = sources.len().max(readers.len()).max(1);
    let height = rows * (HEIGHT + GAP) - GAP;
    let columns = if readers.is_empty() { 2 } else { 3 };
    let width = columns * WIDTH + (columns - 1) * BETWEEN;
    html.raw("<svg class=\"graph\" aria-hidden=\"true\" width=\"")
        .number(width)
        .raw("\" height=\"")
        .number(height);
    html.raw("\" viewBox=\"-1 -1 ").number(width + 2).raw(" ").number(height + 2).raw("\">\n");
    let middle = height / 2;
    let (left, right) = (WIDTH, WIDTH + BETWEEN);
    for (nodes, from_left) in [(&sources, true), (&readers, false)] {
        let x = if from_left { 0 } else { 2 * (WIDTH + BETWEEN) };
        let top = (height - (nodes.len().max(1) * (HEIGHT + GAP) - GAP)) / 2;
        for (at, node) in nodes.iter().enumerate() {
            let y = top + at * (HEIGHT + GAP);
            let (from, to) = if from_left { (left, right) } else { (right + WIDTH, x) };
            let (start, end) = if from_left { (y + HEIGHT / 2, middle) } else { (middle, y + HEIGHT / 2) };
            let bend = (from + to) / 2;
            html.raw("<path d=\"M");
            points(html, &[from, start]);
            html.raw("C");
            points(html, &[bend, start, bend, end, to, end]);
            html.raw("\"/>\n");
            draw(html, (x, y), node);
        }
    }
    draw(html, (right, middle - HEIGHT / 2), &GraphBox { label: component.name, class: "component self" });
    html.raw("</svg>\n");
}

/// Writes numbers of a path.
fn points(html: &mut Html, numbers: &[usize]) {
    for number in numbers {
        html.number(*number).raw(" ");
    }
}

/// Draws a box. Keeps the end of a long text, because the end of a path is more specific.
fn draw(html: &mut Html, (x, y): (usize, usize), node: &GraphBox<'_>) {
    let hidden = node.label.chars().count().saturating_sub(MAX_LABEL);
    let label = match hidden {
        0 => node.label.to_owned(),
        hidden => format!("…{}", node.label.chars().skip(hidden + 1).collect::<String>()),
    };
    html.raw("<g class=\"").raw(node.class).raw("\"><rect x=\"").number(x).raw("\" y=\"").number(y);
    html.raw("\" width=\"").number(WIDTH).raw("\" height=\"").number(HEIGHT).raw("\" rx=\"5\"/><text x=\"");
    html.number(x + WIDTH / 2)
        .raw("\" y=\"")
        .number(y + HEIGHT / 2)
        .raw("\">")
        .text(&label)
        .raw("</text></g>\n");
}
