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
    el(
      "div",
      { class: "scroll", tabindex: "0", role: "group", "aria-label": "Map of folders and points" },
      el(
        "table",
        { class: "map" },
        el(
          "thead",
          null,
          el(
            "tr",
            null,
            el("th", { scope: "col" }, el("span", { class: "hidden" }, "Folder")),
            el("th", { scope: "col" }, el("span", { class: "hidden" }, "Lines")),
            shown.map((index) =>
              el(
                "th",
                { scope: "col" },
                el(
                  "a",
                  { href: `#p${index}`, title: points[index].option, onclick: () => reveal(index) },
                  points[index].option,
                ),
              ),
            ),
          ),
        ),
        el(
          "tbody",
          null,
          data.folders.map((folder) =>
            el(
              "tr",
              null,
              el("th", { scope: "row" }, folder.path || "(top folder)"),
              el("td", { class: "size" }, number(folder.lines)),
              shown.map((index) => cell(folder, index)),
            ),
          ),
        ),
      ),
    ),
  );
}

// Columns by how many steps a point stands behind those that need nothing. A circle is cut where it
// closes.
function levels(links) {
  const level = new Map();
  const visit = (node, path) => {
    if (level.has(node)) return level.get(node);
    if (path.has(node)) return 0;
    path.add(node);
    const below = links
      .filter((link) => link.from === node && link.kind !== "excludes")
      .map((link) => visit(link.to, path) + 1);
    path.delete(node);
    level.set(node, Math.max(0, ...below));
    return level.get(node);
  };
  for (const link of links) {
    visit(link.from, new Set());
    visit(link.to, new Set());
  }
  return level;
}

function picture(links) {
  const WIDTH = 210,
    GAP = 70,
    HEIGHT = 24,
    STEP = 30;
  const level = levels(links);
  const columns = [];
  for (const [node, depth] of level) (columns[depth] = columns[depth] || []).push(node);
  const row = new Map();
  columns.forEach((nodes, depth) => {
    const wish = (node) => {
      const rows = links
        .filter((link) => link.from === node && row.has(link.to))
        .map((link) => row.get(link.to));
      return rows.length ? rows.reduce((a, b) => a + b, 0) / rows.length : 0;
    };
    nodes.sort((a, b) => (depth === 0 ? a - b : wish(a) - wish(b) || a - b));
    nodes.forEach((node, i) => row.set(node, i));
  });
  const height = Math.max(...columns.map((nodes) => nodes.length)) * STEP + 10;
  const at = (node) => ({ x: 5 + level.get(node) * (WIDTH + GAP), y: 5 + row.get(node) * STEP });
  const fit = (text) => (text.length > 26 ? `${text.slice(0, 25)}…` : text);
  const lines = links.map((link) => {
    const from = at(link.to),
      to = at(link.from);
    const same = level.get(link.from) <= level.get(link.to);
    const x1 = from.x + WIDTH,
      y1 = from.y + HEIGHT / 2,
      y2 = to.y + HEIGHT / 2;
    const x2 = same ? to.x + WIDTH : to.x;
    const bend = same
      ? `C${x1 + 40} ${y1} ${x2 + 40} ${y2} ${x2} ${y2}`
      : `C${x1 + GAP / 2} ${y1} ${x2 - GAP / 2} ${y2} ${x2 - 5} ${y2}`;
    return svg(
      "g",
      { "data-from": link.from, "data-to": link.to },
      svg(
        "title",
        null,
        `${points[link.from].option} ${link.kind === "excludes" ? "excludes" : "needs"} ${points[link.to].option}${link.setting ? ` set to ${link.setting}` : ""}`,
      ),
      svg("path", { class: link.kind, d: `M${x1} ${y1}${bend}` }),
      same ? null : svg("path", { class: "tip", d: `M${x2} ${y2}l-6 -3v6z` }),
    );
  });
  const light = (node, on) => {
    for (const line of lines) {
      if (Number(line.dataset.from) === node || Number(line.dataset.to) === node)
        line.classList.toggle("lit", on);
    }
  };
  const nodes = [...level.keys()].map((node) => {
    const { x, y } = at(node);
    return svg(
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
      svg("rect", { x, y, width: WIDTH, height: HEIGHT, rx: 5 }),
      svg("text", { x: x + 8, y: y + 16 }, fit(points[node].option)),
      svg("title", null, points[node].option),
    );
  });
  const width = columns.length * (WIDTH + GAP) + 10;
  const drawing = svg(
    "svg",
    {
      viewBox: `0 0 ${width} ${height}`,
      role: "group",
      "aria-label": "Dependencies between points",
    },
    lines,
    nodes,
  );
  drawing.style.width = `${width}px`;
  return drawing;
}

// Two lines between the same two would hide each other; the list has both.
function onePerPair(links) {
  const weight = { excludes: 2, needs: 1, exists: 0 };
  const best = new Map();
  for (const link of links) {
    const pair = `${link.from} ${link.to}`;
    const other = best.get(pair);
    if (!other || weight[link.kind] > weight[other.kind]) best.set(pair, link);
  }
  return [...best.values()];
}

function dependenciesSection() {
  const links = data.links;
  if (links.length === 0) return null;
  const verbs = { needs: "needs", excludes: "excludes", exists: "exists only with" };
  return el(
    "section",
    { id: "dependencies", "aria-labelledby": "dependencies-title" },
    el("h2", { id: "dependencies-title" }, "What depends on what"),
    el(
      "figure",
      null,
      el(
        "div",
        { class: "scroll", tabindex: "0", role: "group", "aria-label": "Picture of dependencies" },
        picture(onePerPair(links)),
      ),
      el(
        "figcaption",
        null,
        "An arrow leads from an option to what needs it. Dotted: the option is only offered then. Red: the two exclude each other. Conditions that involve other things than points are left out; each point has the whole.",
      ),
    ),
    el(
      "details",
      null,
      el(
        "summary",
        null,
        `The same as a list: ${plural(links.length, "dependency").replace("dependencys", "dependencies")}`,
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
