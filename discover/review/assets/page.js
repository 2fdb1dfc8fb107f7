// The page of a specification: what all its parts share. The files of this folder are one script,
// in the order of discover/review/report.c. Texts of the project become text nodes, never markup.
"use strict";

const data = JSON.parse(document.getElementById("data").textContent);
const spec = data.specification;
const points = spec.points;
const titles = new Map(data.categories.map((category) => [category.id, category.title]));
const UNSURE = 0.7; // below this confidence a second look is worth its while
const MAP_POINTS = 32; // columns of the map
const decisions = new Map(); // index of a point -> {review, category, comment}
const promotions = new Map(); // index of a rejected option -> category of the point that it becomes
const cards = [];

const SVG = "http://www.w3.org/2000/svg";

function fill(node, properties, children) {
  for (const [key, value] of Object.entries(properties || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else node.setAttribute(key, value === true ? "" : value);
  }
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined && child !== false) node.append(child);
  }
  return node;
}
const el = (tag, properties, ...children) =>
  fill(document.createElement(tag), properties, children);
const svg = (tag, properties, ...children) =>
  fill(document.createElementNS(SVG, tag), properties, children);
const code = (text) => el("code", null, text);
const number = (count) => count.toLocaleString("en");
const plural = (count, word) => `${number(count)} ${word}${count === 1 ? "" : "s"}`;
const percent = (share) => `${Math.round(share * 100)} %`;
const say = (text) => {
  document.getElementById("live").textContent = text;
};

// What scrolls by itself where it is too wide.
const wide = (label, ...content) =>
  el("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": label }, content);

// `titles` are texts or nodes; those that are false have no column.
const table = (label, titles, rows, kind) =>
  wide(
    label,
    el(
      "table",
      { class: kind },
      el(
        "thead",
        null,
        el(
          "tr",
          null,
          titles.filter(Boolean).map((title) => el("th", { scope: "col" }, title)),
        ),
      ),
      el("tbody", null, rows),
    ),
  );

const size = (tree) =>
  typeof tree === "string" ? 1 : (tree.all || tree.any).reduce((sum, part) => sum + size(part), 0);

function inline(tree, inside) {
  if (typeof tree === "string") return tree;
  const text = (tree.all || tree.any)
    .map((part) => inline(part, true))
    .join(tree.all ? " and " : " or ");
  return inside ? `(${text})` : text;
}

function nested(tree) {
  if (size(tree) <= 3) return inline(tree, false);
  return [
    tree.all ? "all of:" : "one of:",
    el(
      "ul",
      null,
      (tree.all || tree.any).map((part) => el("li", null, nested(part))),
    ),
  ];
}

// Long names break behind underscores.
const breakable = (name) =>
  name.split("_").flatMap((part, i) => (i === 0 ? [part] : ["_", el("wbr"), part]));

// A condition as people say it; a long one can be unfolded.
function words(notation) {
  const tree = data.words[notation];
  if (tree === undefined) return code(notation);
  if (size(tree) <= 12) return el("span", { class: "words" }, nested(tree));
  return el(
    "details",
    { class: "words" },
    el(
      "summary",
      null,
      `${tree.all ? "all" : "one"} of ${plural((tree.all || tree.any).length, "condition")}`,
    ),
    el("div", null, nested(tree)),
  );
}

const pointIndex = new Map();
points.forEach((point, index) => {
  if (!pointIndex.has(point.option)) pointIndex.set(point.option, index);
});

function optionLink(option) {
  return pointIndex.has(option)
    ? el(
        "a",
        { href: `#p${pointIndex.get(option)}`, onclick: () => reveal(pointIndex.get(option)) },
        code(option),
      )
    : code(option);
}

const place = (at) => (at ? [" ", el("span", { class: "faint" }, "(", code(at), ")")] : null);

function requirement(item) {
  if (item.package) {
    return [
      item.optional ? "optionally the package " : "the package ",
      code(item.package),
      item.version ? [" ", item.version] : null,
      place(item.at),
    ];
  }
  if (item.option) {
    return [
      optionLink(item.option),
      item.value === undefined ? " on" : [" set to ", code(item.value)],
      place(item.at),
    ];
  }
  return [words(item.condition), place(item.at)];
}

const requirements = (list) =>
  list.length === 1
    ? requirement(list[0])
    : el(
        "ul",
        null,
        list.map((item) => el("li", null, requirement(item))),
      );
