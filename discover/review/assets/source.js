// Pieces of the project's files, with a little colour.
"use strict";

const BUILD_TOKENS =
  /(#.*|\bdnl\b.*)|("(?:[^"\\]|\\.)*")|(\$\{[^}]*\}|\$\([^)]*\)|\$\w+)|(\b[A-Za-z_]\w*(?=\s*\())/g;
const CODE_TOKENS = /(\/\/.*|\/\*.*)|("(?:[^"\\]|\\.)*")|(^\s*#\s*\w+)|(\b[A-Za-z_]\w*(?=\s*\())/g;
const TOKEN_CLASSES = ["comment", "string", "variable", "call"];

// The option's name where it stands as a whole word.
function marked(text, option) {
  if (!option) return [text];
  const name = option.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const parts = text.split(new RegExp(`(?<![A-Za-z0-9_])${name}(?![A-Za-z0-9_])`));
  return parts.flatMap((part, i) => (i === 0 ? [part] : [el("mark", null, option), part]));
}

function highlighted(line, path, option) {
  const tokens = /\.(c|h|cc|cpp|cxx|hpp|cu|cuh|hip|cl)(\.in)?$/i.test(path)
    ? CODE_TOKENS
    : BUILD_TOKENS;
  const out = [];
  let end = 0;
  for (const match of line.matchAll(tokens)) {
    const kind = TOKEN_CLASSES[[1, 2, 3, 4].findIndex((group) => match[group] !== undefined)];
    out.push(
      marked(line.slice(end, match.index), option),
      el("span", { class: kind }, marked(match[0], option)),
    );
    end = match.index + match[0].length;
  }
  out.push(marked(line.slice(end), option));
  return out;
}

function excerpt(at, option) {
  const found = data.excerpts && data.excerpts[at];
  if (!found) return null;
  const colon = at.lastIndexOf(":");
  const here = Number(at.slice(colon + 1));
  return el(
    "pre",
    { tabindex: "0", "aria-label": `Source at ${at}` },
    found.lines.map((line, i) =>
      el(
        "span",
        { class: found.first + i === here ? "row here" : "row" },
        el("span", { class: "number", "aria-hidden": "true" }, String(found.first + i)),
        highlighted(line, at.slice(0, colon), option),
        "\n",
      ),
    ),
  );
}

function evidence(item, index, option) {
  const source = excerpt(item.at, option);
  if (!source) {
    return el("p", { class: "evidence" }, code(item.at), item.text ? [" ", code(item.text)] : null);
  }
  return el(
    "details",
    { class: "evidence", open: index === 0 },
    el(
      "summary",
      null,
      code(item.at),
      index === 0
        ? " definition"
        : item.text
          ? [" ", el("span", { class: "faint" }, item.text)]
          : null,
    ),
    source,
  );
}
