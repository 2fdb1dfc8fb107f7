// Which code hangs on which point, and which points hang on each other.
"use strict";

function mapSection() {
  if (!data.folders || data.folders.length === 0) return null;
  const columns = points
    .map((point, index) => [
      index,
      data.folders.reduce((sum, folder) => sum + folder.points[index], 0),
    ])
    .filter((column) => column[1] > 0)
    .sort((a, b) => b[1] - a[1]);
  const shown = columns
    .slice(0, MAP_POINTS)
    .map((column) => column[0])
    .sort((a, b) => a - b);
  if (shown.length === 0) return null;
  const cell = (folder, index) => {
    const lines = folder.points[index];
    if (lines === 0) return el("td");
    const share = lines / folder.lines;
    const node = el(
      "td",
      {
        title: `${points[index].option}: ${plural(lines, "line")} of ${number(folder.lines)} in ${folder.path || "the top folder"}`,
      },
      share >= 0.005 ? String(Math.round(share * 100)) : "<1",
    );
    node.style.background = `rgb(var(--heat) / ${(0.08 + 0.37 * Math.sqrt(share)).toFixed(2)})`;
    return node;
  };
  return el(
    "section",
    { id: "map", "aria-labelledby": "map-title" },
    el("h2", { id: "map-title" }, "Which code hangs on what"),
    el(
      "p",
      { class: "faint" },
      `Each number is the share, in percent, of a folder's source lines that hang on that point: they stand under one of its #ifs, or in a file that is only built with it (${number(data.sources.lines)} lines in ${plural(data.sources.files, "file")} were read). Folders without such lines are left out`,
      columns.length > shown.length
        ? `, and so are the ${columns.length - shown.length} points with the fewest lines.`
        : ".",
    ),
    table(
      "Map of folders and points",
      [
        el("span", { class: "hidden" }, "Folder"),
        el("span", { class: "hidden" }, "Lines"),
        ...shown.map((index) =>
          el(
            "a",
            { href: `#p${index}`, title: points[index].option, onclick: () => reveal(index) },
            points[index].option,
          ),
        ),
      ],
      data.folders.map((folder) =>
        el(
          "tr",
          null,
          el("th", { scope: "row" }, folder.path || "(top folder)"),
          el("td", { class: "size" }, number(folder.lines)),
          shown.map((index) => cell(folder, index)),
        ),
      ),
      "map",
    ),
  );
}

// The arrow's tip lies on the edge of the box that needs the other. What excludes has none.
function tip({ link, forward, tip: { x, y } }) {
  if (link.kind === "excludes") return null;
  return svg("path", { class: "tip", d: `M${x} ${y}l${forward ? -7 : 7} -3.5v7z` });
}

function sentence(link) {
  const verb = link.kind === "excludes" ? "excludes" : "needs";
  const setting = link.setting ? ` set to ${link.setting}` : "";
  return `${points[link.from].option} ${verb} ${points[link.to].option}${setting}`;
}

// As much of a name as its box has room for.
function fitter() {
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = `12px ${getComputedStyle(document.body).fontFamily}`;
  const fits = (text) => pen.measureText(text).width <= BOX.width - 14;
  return (text) => {
    if (fits(text)) return text;
    let length = text.length - 1;
    while (length > 1 && !fits(`${text.slice(0, length)}…`)) length--;
    return `${text.slice(0, length)}…`;
  };
}

function picture({ boxes, lines: drawn, width, height }) {
  const fit = fitter();
  const lines = drawn.map((line) =>
    svg(
      "g",
      { "data-from": line.link.from, "data-to": line.link.to },
      svg("title", null, sentence(line.link)),
      svg("path", { class: line.link.kind, d: line.path }),
      tip(line),
    ),
  );
  const light = (node, on) => {
    for (const line of lines) {
      if (Number(line.dataset.from) === node || Number(line.dataset.to) === node)
        line.classList.toggle("lit", on);
    }
  };
  const nodes = [...boxes].map(([node, { x, y }]) =>
    svg(
      "a",
      {
        href: `#p${node}`,
        class: "node",
        "aria-label": points[node].option,
        onclick: () => reveal(node),
        onmouseenter: () => light(node, true),
        onmouseleave: () => light(node, false),
        onfocus: () => light(node, true),
        onblur: () => light(node, false),
      },
      svg("rect", { x, y, width: BOX.width, height: BOX.height, rx: 5 }),
      svg("text", { x: x + 8, y: y + 16 }, fit(points[node].option)),
      svg("title", null, points[node].option),
    ),
  );
  const drawing = svg(
    "svg",
    {
      viewBox: `-2 -2 ${width + 4} ${height + 4}`,
      role: "group",
      "aria-label": "Dependencies between points",
    },
    lines,
    nodes,
  );
  drawing.style.width = `${width + 4}px`;
  return drawing;
}

// Two lines between the same two would hide each other; the list has both.
function onePerPair(links) {
  const weight = { excludes: 2, needs: 1, exists: 0 };
  const best = new Map();
  for (const link of links) {
    const ends = [link.from, link.to];
    const pair = (link.kind === "excludes" ? ends.sort((a, b) => a - b) : ends).join(" ");
    const other = best.get(pair);
    if (!other || weight[link.kind] > weight[other.kind]) best.set(pair, link);
  }
  return [...best.values()];
}

// Without the links that follow from others: what needs something that needs a third one needs that
// one, too.
function direct(links) {
  const needs = new Map();
  const add = (link) => {
    if (!needs.has(link.from)) needs.set(link.from, new Set());
    needs.get(link.from).add(link.to);
  };
  const leads = (from, to) => {
    const seen = new Set([from]);
    for (const node of seen) {
      if (node === to) return true;
      for (const next of needs.get(node) || []) seen.add(next);
    }
    return false;
  };
  const dependencies = links.filter((link) => link.kind !== "excludes");
  dependencies.forEach(add);
  return links.filter((link) => {
    if (link.kind === "excludes") return true;
    needs.get(link.from).delete(link.to);
    if (leads(link.from, link.to)) return false;
    add(link);
    return true;
  });
}

function dependenciesSection() {
  const links = data.links;
  if (links.length === 0) return null;
  const drawn = layout(direct(onePerPair(links)));
  const circles = drawn.lines.some((line) => !line.forward && line.link.kind !== "excludes");
  const verbs = { needs: "needs", excludes: "excludes", exists: "exists only with" };
  return el(
    "section",
    { id: "dependencies", "aria-labelledby": "dependencies-title" },
    el("h2", { id: "dependencies-title" }, "What depends on what"),
    el(
      "figure",
      null,
      wide("Picture of dependencies", picture(drawn)),
      el(
        "figcaption",
        null,
        `An arrow leads from an option to what needs it${circles ? "; one that leads to the left closes a circle of options that need each other" : ""}. Dotted: the option is only offered then. Red: the two exclude each other. What follows from several arrows has none of its own; the list has it. Conditions that involve other things than points are left out; each point has the whole.`,
      ),
    ),
    el(
      "details",
      null,
      el(
        "summary",
        null,
        `All of them as a list: ${plural(links.length, "dependency").replace("dependencys", "dependencies")}`,
      ),
      el(
        "ul",
        null,
        links.map((link) =>
          el(
            "li",
            null,
            optionLink(points[link.from].option),
            ` ${verbs[link.kind]} `,
            optionLink(points[link.to].option),
            link.setting ? [" set to ", code(link.setting)] : null,
            place(link.at),
          ),
        ),
      ),
    ),
  );
}
