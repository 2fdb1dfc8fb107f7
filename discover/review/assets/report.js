// The page of a specification. Texts of the project become text nodes, never markup.
"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const spec = data.specification;
  const points = spec.points;
  const titles = new Map(data.categories.map((category) => [category.id, category.title]));
  const UNSURE = 0.7; // below this confidence a second look is worth its while
  const MAP_POINTS = 32; // columns of the map
  const decisions = new Map(); // index of a point -> {review, category, comment}
  const cards = [];

  // ---- elements -------------------------------------------------------------------------------

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
  const el = (tag, properties, ...children) => fill(document.createElement(tag), properties, children);
  const svg = (tag, properties, ...children) =>
    fill(document.createElementNS(SVG, tag), properties, children);
  const code = (text) => el("code", null, text);
  const number = (count) => count.toLocaleString("en");
  const plural = (count, word) => `${number(count)} ${word}${count === 1 ? "" : "s"}`;
  const percent = (share) => `${Math.round(share * 100)} %`;
  const say = (text) => { document.getElementById("live").textContent = text; };

  // ---- words ----------------------------------------------------------------------------------

  const size = (tree) =>
    typeof tree === "string" ? 1 : (tree.all || tree.any).reduce((sum, part) => sum + size(part), 0);

  function inline(tree, inside) {
    if (typeof tree === "string") return tree;
    const text = (tree.all || tree.any).map((part) => inline(part, true))
      .join(tree.all ? " and " : " or ");
    return inside ? `(${text})` : text;
  }

  function nested(tree) {
    if (size(tree) <= 3) return inline(tree, false);
    return [tree.all ? "all of:" : "one of:",
      el("ul", null, (tree.all || tree.any).map((part) => el("li", null, nested(part))))];
  }

  // Long names break behind underscores.
  const breakable = (name) => name.split("_").flatMap((part, i) => i === 0 ? [part] : ["_", el("wbr"), part]);

  // A condition as people say it; a long one can be unfolded.
  function words(notation) {
    const tree = data.words[notation];
    if (tree === undefined) return code(notation);
    if (size(tree) <= 12) return el("span", { class: "words" }, nested(tree));
    return el("details", { class: "words" },
      el("summary", null, `${tree.all ? "all" : "one"} of ${plural((tree.all || tree.any).length, "condition")}`),
      el("div", null, nested(tree)));
  }

  const pointIndex = new Map();
  points.forEach((point, index) => {
    if (!pointIndex.has(point.option)) pointIndex.set(point.option, index);
  });

  function optionLink(option) {
    return pointIndex.has(option)
      ? el("a", { href: `#p${pointIndex.get(option)}`, onclick: () => reveal(pointIndex.get(option)) }, code(option))
      : code(option);
  }

  const place = (at) => at ? [" ", el("span", { class: "faint" }, "(", code(at), ")")] : null;

  function requirement(item) {
    if (item.package) {
      return [item.optional ? "optionally the package " : "the package ", code(item.package),
        item.version ? [" ", item.version] : null, place(item.at)];
    }
    if (item.option) {
      return [optionLink(item.option), item.value === undefined ? " on" : [" set to ", code(item.value)], place(item.at)];
    }
    return [words(item.condition), place(item.at)];
  }

  const requirements = (list) =>
    list.length === 1 ? requirement(list[0])
      : el("ul", null, list.map((item) => el("li", null, requirement(item))));

  // ---- source ---------------------------------------------------------------------------------

  const BUILD_TOKENS = /(#.*|\bdnl\b.*)|("(?:[^"\\]|\\.)*")|(\$\{[^}]*\}|\$\([^)]*\)|\$\w+)|(\b[A-Za-z_]\w*(?=\s*\())/g;
  const CODE_TOKENS = /(\/\/.*|\/\*.*)|("(?:[^"\\]|\\.)*")|(^\s*#\s*\w+)|(\b[A-Za-z_]\w*(?=\s*\())/g;
  const TOKEN_CLASSES = ["comment", "string", "variable", "call"];

  function marked(text, option) {
    if (!option) return [text];
    const parts = text.split(option);
    return parts.flatMap((part, i) => i === 0 ? [part] : [el("mark", null, option), part]);
  }

  function highlighted(line, path, option) {
    const tokens = /\.(c|h|cc|cpp|cxx|hpp|cu|cuh|hip|cl)(\.in)?$/i.test(path) ? CODE_TOKENS : BUILD_TOKENS;
    const out = [];
    let end = 0;
    for (const match of line.matchAll(tokens)) {
      const kind = TOKEN_CLASSES[[1, 2, 3, 4].findIndex((group) => match[group] !== undefined)];
      out.push(marked(line.slice(end, match.index), option),
        el("span", { class: kind }, marked(match[0], option)));
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
    return el("pre", { tabindex: "0", "aria-label": `Source at ${at}` }, found.lines.map((line, i) =>
      el("span", { class: found.first + i === here ? "row here" : "row" },
        el("span", { class: "number", "aria-hidden": "true" }, String(found.first + i)),
        highlighted(line, at.slice(0, colon), option), "\n")));
  }

  function evidence(item, index, option) {
    const source = excerpt(item.at, option);
    if (!source) {
      return el("p", { class: "evidence" }, code(item.at), item.text ? [" ", code(item.text)] : null);
    }
    return el("details", { class: "evidence", open: index === 0 },
      el("summary", null, code(item.at), index === 0 ? " definition" : item.text ? [" ", el("span", { class: "faint" }, item.text)] : null),
      source);
  }

  // ---- a point --------------------------------------------------------------------------------

  const current = (index) => ({
    review: points[index].review, category: points[index].category,
    comment: data.decisions[index].comment, ...decisions.get(index),
  });
  const maxLines = Math.max(1, ...points.map((point) => point.reach ? point.reach.lines : 0));

  // A bar beside a number that says the same.
  function meter(share) {
    const bar = el("i");
    bar.style.width = `${Math.max(share > 0 ? 2 : 0, share * 100)}%`;
    return el("span", { class: "meter", "aria-hidden": "true" }, bar);
  }

  function valueList(point) {
    const fallback = point.default === null ? "unknown" : point.default === "" ? "empty" : point.default;
    const usable = (point.values || []).filter((value) => !value.rejected);
    if (point.kind === "switch") return [el("b", null, fallback), " by default; on or off"];
    if (usable.length === 0) return [el("b", null, fallback), ` by default; any ${point.kind === "string" ? "text" : point.kind}`];
    return [el("b", null, fallback), " by default; ", usable.map((value) => value.value).join(", ")];
  }

  function valuesTable(point) {
    if (!point.values || point.values.length === 0) return null;
    const conditions = point.values.some((value) => value.requires || value.conflicts);
    const named = point.values.some((value) => value.name);
    return [el("h4", null, "Values"), el("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": `Values of ${point.option}` }, el("table", null,
      el("thead", null, el("tr", null, ["Value", named ? "Stands for" : null, "Chosen by", conditions ? "Needs" : null, "Remarks"]
        .map((title) => title && el("th", { scope: "col" }, title)))),
      el("tbody", null, point.values.map((value) => el("tr", { class: value.rejected ? "off" : null },
        el("td", null, code(value.value)), named ? el("td", null, value.name || "") : null, el("td", null, value.flag ? code(value.flag) : ""),
        conditions ? el("td", null, value.requires ? requirements(value.requires) : "", value.conflicts ? [" not together with ", requirements(value.conflicts)] : null) : null,
        el("td", null, [value.rejected ? `no choice of its own: ${value.rejected}` : null, value.value === point.default ? "default" : null].filter(Boolean).join("; ")))))))];
  }

  function opinion(title, decidedBy, category, confidence, reasons) {
    return el("div", null, title ? el("strong", null, title) : null, el("div", null,
      category === "none" ? "no specialization point" : titles.get(category) || category,
      el("span", { class: "faint" }, `, ${percent(confidence)} sure, by ${decidedBy}`)),
    reasons && reasons.length ? el("ul", null, reasons.map((reason) => el("li", null, reason))) : null);
  }

  function decisionText(decidedBy) {
    if (decidedBy === "rules") return "the rules";
    return decidedBy === "person" ? "a person" : decidedBy.replace(/^model:/, "the model ");
  }

  function topFolders(index) {
    const rows = (data.folders || []).map((folder) => [folder.path || "(top folder)", folder.points[index]])
      .filter((row) => row[1] > 0).sort((a, b) => b[1] - a[1]).slice(0, 6);
    if (rows.length === 0) return null;
    return [el("h4", null, "Lines under its #ifs, by folder"), el("div", { class: "bars" }, rows.map(([path, lines]) =>
      [code(path), meter(lines / rows[0][1]), el("span", { class: "faint" }, plural(lines, "line"))]))];
  }

  function facts(point) {
    const row = (title, ...content) => content.some((part) => part) ? [el("dt", null, title), el("dd", null, content)] : null;
    const flag = point.flag ? (point.flag.endsWith("=") ? `${point.flag}…` : point.flag) : null;
    return el("dl", { class: "facts" },
      row("Set with", flag && code(flag)),
      row("Default", point.defaults ? el("ul", null, point.defaults.map((item) => el("li", null, item.value === null ? "unknown" : code(item.value || "(empty)"), item.when === "true" ? " in general" : [" when ", words(item.when)])))
        : point.default === null ? "could not be worked out" : code(point.default || "(empty)")),
      row("Exists", point.condition === "true" ? null : ["only when ", words(point.condition)]),
      row("Needs", point.requires && requirements(point.requires)),
      row("Not together with", point.conflicts && requirements(point.conflicts)),
      row("Macros", point.macros && (point.macros.length <= 6 ? point.macros.map((macro) => [code(macro), " "])
        : el("details", null, el("summary", null, plural(point.macros.length, "macro")), point.macros.map((macro) => [code(macro), " "])))),
      row("Reach", point.reach && `${plural(point.reach.lines, "line")} in ${plural(point.reach.files, "file")}${point.reach.regions ? `, under ${plural(point.reach.regions, "#if")}` : ""}`),
      row("Changed", point.changes && el("ul", null, point.changes.map((change) => el("li", null, change)))),
      row("Built by", point.folder || point.build ? [point.build || spec.build_systems[0].type, point.folder ? [" in ", code(point.folder)] : null] : null));
  }

  function decide(index, changes) {
    const next = { ...current(index), ...changes };
    const point = points[index];
    if (next.review === point.review && next.category === point.category && next.comment === data.decisions[index].comment) {
      decisions.delete(index);
    } else {
      decisions.set(index, next);
    }
    refresh(index);
    showBar();
    showFigures();
  }

  const reviewWords = { accepted: "Accept", rejected: "Reject", pending: "Leave open" };

  function decideForm(index) {
    const point = points[index];
    const now = current(index);
    const buttons = Object.entries(reviewWords).map(([review, label]) => el("button", {
      type: "button", "data-review": review, "aria-pressed": String(now.review === review),
      onclick: () => { decide(index, { review }); say(`${point.option}: ${review}`); },
    }, label));
    return el("div", { class: "decide", role: "group", "aria-label": `Decision on ${point.option}` }, buttons,
      el("label", null, "Category", el("select", { onchange: (event) => decide(index, { category: event.target.value }) },
        data.categories.map((category) => el("option", { value: category.id, selected: category.id === now.category }, category.title)))),
      el("label", { class: "comment-field" }, "Comment, kept in the file", (() => {
        const field = el("textarea", { rows: "1", maxlength: "2000", onchange: (event) => decide(index, { comment: event.target.value.trim() }) });
        field.value = now.comment;
        return field;
      })()));
  }

  function body(index) {
    const point = points[index];
    const second = point.second_opinion;
    return el("div", { class: "body" },
      point.help ? el("p", null, point.help) : null,
      facts(point), valuesTable(point), topFolders(index),
      el("h4", null, second ? "Opinions differ" : "Why this category"),
      el("div", { class: "opinions" },
        opinion(second ? "What counts now" : null, decisionText(point.decided_by), point.category, point.confidence, point.reasons),
        second ? opinion("Second opinion", decisionText(second.decided_by), second.category, second.confidence, second.reasons) : null),
      point.evidence && point.evidence.length ? el("h4", null, "Evidence") : null,
      (point.evidence || []).map((item, i) => evidence(item, i, point.option)),
      decideForm(index));
  }

  function badges(index) {
    const point = points[index];
    const now = current(index);
    return [el("span", { class: `badge ${now.review}` }, now.review, decisions.has(index) ? " *" : ""),
      point.status && point.status !== "same" ? [" ", el("span", { class: "badge mark" }, point.status)] : null,
      point.second_opinion ? [" ", el("span", { class: "badge mark" }, "disputed")] : null];
  }

  function card(index) {
    const point = points[index];
    const reach = point.reach;
    const twins = points.filter((other) => other.option === point.option).length > 1;
    const where = twins ? `, ${point.build || spec.build_systems[0].type} in ${point.folder || "the top folder"}` : "";
    const node = el("details", { class: "point", id: `p${index}`, "data-option": point.option, ontoggle: () => {
      if (node.open && !node.querySelector(".body")) node.append(body(index));
    } }, el("summary", null,
      el("span", null, el("span", { class: "option" }, breakable(point.option)), el("span", { class: "name" }, `${point.name || ""}${where}`)),
      el("span", { class: "values" }, valueList(point)),
      el("span", { class: "reach" }, reach ? [meter(Math.sqrt(reach.lines / maxLines)), reach.lines > 0 ? `${plural(reach.lines, "line")}` : "no lines"] : "not scanned"),
      el("span", { class: point.confidence < UNSURE ? "sure low" : "sure" }, `${percent(point.confidence)} sure`),
      el("span", { class: "badges" }, badges(index))));
    return node;
  }

  function refresh(index) {
    const node = cards[index];
    node.querySelector(".badges").replaceChildren(...badges(index).flat(Infinity).filter(Boolean));
    const now = current(index);
    for (const button of node.querySelectorAll(".decide button")) {
      button.setAttribute("aria-pressed", String(button.dataset.review === now.review));
    }
    const select = node.querySelector(".decide select");
    if (select) select.value = now.category;
    const field = node.querySelector(".decide textarea");
    if (field) field.value = now.comment;
  }

  function reveal(index) {
    if (cards[index].hidden) resetFilters();
    cards[index].open = true;
  }

  // ---- the list -------------------------------------------------------------------------------

  const filter = { text: "", category: "", review: "", look: "" };
  const looks = {
    "": () => true,
    unsure: (point) => point.confidence < UNSURE,
    disputed: (point) => Boolean(point.second_opinion),
    changed: (point) => point.status && point.status !== "same",
    reach: (point) => point.reach && point.reach.lines > 0,
  };
  const searchable = points.map((point) => [point.option, point.name, point.help, point.id, ...(point.macros || []),
    ...(point.values || []).flatMap((value) => [value.value, value.name])].filter(Boolean).join("\n").toLowerCase());

  function applyFilters() {
    let shown = 0;
    points.forEach((point, index) => {
      const visible = filter.text.toLowerCase().split(/\s+/).every((word) => searchable[index].includes(word)) &&
        (!filter.category || point.category === filter.category) &&
        (!filter.review || current(index).review === filter.review) && looks[filter.look](point);
      cards[index].hidden = !visible;
      shown += visible ? 1 : 0;
    });
    for (const section of document.querySelectorAll(".category")) {
      section.hidden = !section.querySelector("details.point:not([hidden])");
    }
    document.getElementById("count").textContent = shown === points.length ? plural(shown, "point") : `${shown} of ${plural(points.length, "point")}`;
  }

  function resetFilters() {
    Object.assign(filter, { text: "", category: "", review: "", look: "" });
    for (const field of document.querySelectorAll(".filters [data-filter]")) field.value = "";
    applyFilters();
  }

  function filterField(name, label, options) {
    const change = (event) => { filter[name] = event.target.value; applyFilters(); };
    return el("label", null, label, options
      ? el("select", { "data-filter": name, onchange: change }, options.map(([value, text]) => el("option", { value }, text)))
      : el("input", { type: "search", id: "search", "data-filter": name, placeholder: "option, value, macro, help", oninput: change }));
  }

  function pointsSection() {
    const used = data.categories.filter((category) => points.some((point) => point.category === category.id));
    const section = el("section", { id: "points", "aria-labelledby": "points-title", tabindex: "-1" },
      el("h2", { id: "points-title" }, "Specialization points"),
      el("p", { class: "faint" }, "Build options that choose hardware or a performance library. Open one to see why it was chosen and where the project says so. The bar shows how much source hangs on it."),
      el("div", { class: "filters", role: "search" }, filterField("text", "Search"),
        filterField("category", "Category", [["", "all"], ...used.map((category) => [category.id, category.title])]),
        filterField("review", "Decision", [["", "all"], ["pending", "pending"], ["accepted", "accepted"], ["rejected", "rejected"]]),
        filterField("look", "Show", [["", "everything"], ["unsure", `less than ${percent(UNSURE)} sure`], ["disputed", "opinions differ"], ["changed", "new, changed or gone"], ["reach", "with source lines"]]),
        el("button", { type: "button", onclick: resetFilters }, "Clear"), el("span", { class: "count", id: "count", role: "status" })));
    for (const category of used) {
      const group = el("section", { class: "category", "aria-label": category.title }, el("h3", null, category.title, el("small", null, code(category.id))));
      points.forEach((point, index) => {
        if (point.category === category.id) {
          cards[index] = card(index);
          group.append(cards[index]);
        }
      });
      section.append(group);
    }
    section.append(el("p", { class: "faint" }, "Keys: ", el("kbd", null, "/"), " search, ", el("kbd", null, "j"), " ", el("kbd", null, "k"), " next and previous point, ", el("kbd", null, "Enter"), " open, ",
      el("kbd", null, "a"), " accept, ", el("kbd", null, "r"), " reject, ", el("kbd", null, "u"), " leave open."));
    return section;
  }

  // ---- the map --------------------------------------------------------------------------------

  function mapSection() {
    if (!data.folders || data.folders.length === 0) return null;
    const columns = points.map((point, index) => [index, data.folders.reduce((sum, folder) => sum + folder.points[index], 0)])
      .filter((column) => column[1] > 0).sort((a, b) => b[1] - a[1]);
    const shown = columns.slice(0, MAP_POINTS).map((column) => column[0]).sort((a, b) => a - b);
    if (shown.length === 0) return null;
    const cell = (folder, index) => {
      const lines = folder.points[index];
      if (lines === 0) return el("td");
      const share = lines / folder.lines;
      const node = el("td", { title: `${points[index].option}: ${plural(lines, "line")} of ${number(folder.lines)} in ${folder.path || "the top folder"}` },
        share >= 0.005 ? String(Math.round(share * 100)) : "<1");
      node.style.background = `rgb(var(--heat) / ${(0.08 + 0.37 * Math.sqrt(share)).toFixed(2)})`;
      return node;
    };
    return el("section", { id: "map", "aria-labelledby": "map-title" }, el("h2", { id: "map-title" }, "Which code hangs on what"),
      el("p", { class: "faint" }, `Each number is the share, in percent, of a folder's source lines that stand under an #if of that point (${number(data.sources.lines)} lines in ${plural(data.sources.files, "file")} were read). Folders without such lines are left out`,
        columns.length > shown.length ? `, and so are the ${columns.length - shown.length} points with the fewest lines.` : ".",
        " Files that are only built with an option, but have no #if, are not counted here."),
      el("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "Map of folders and points" }, el("table", { class: "map" },
        el("thead", null, el("tr", null, el("th", { scope: "col" }, el("span", { class: "hidden" }, "Folder")), el("th", { scope: "col" }, el("span", { class: "hidden" }, "Lines")),
          shown.map((index) => el("th", { scope: "col" }, el("a", { href: `#p${index}`, title: points[index].option, onclick: () => reveal(index) }, points[index].option))))),
        el("tbody", null, data.folders.map((folder) => el("tr", null, el("th", { scope: "row" }, folder.path || "(top folder)"),
          el("td", { class: "size" }, number(folder.lines)), shown.map((index) => cell(folder, index))))))));
  }

  // ---- the picture of dependencies --------------------------------------------------------------

  // Columns by how many steps a point stands behind those that need nothing. A circle is cut where it
  // closes.
  function levels(links) {
    const level = new Map();
    const visit = (node, path) => {
      if (level.has(node)) return level.get(node);
      if (path.has(node)) return 0;
      path.add(node);
      const below = links.filter((link) => link.from === node && link.kind !== "excludes").map((link) => visit(link.to, path) + 1);
      path.delete(node);
      level.set(node, Math.max(0, ...below));
      return level.get(node);
    };
    for (const link of links) { visit(link.from, new Set()); visit(link.to, new Set()); }
    return level;
  }

  function picture(links) {
    const WIDTH = 190, GAP = 70, HEIGHT = 24, STEP = 30;
    const level = levels(links);
    const columns = [];
    for (const [node, depth] of level) (columns[depth] = columns[depth] || []).push(node);
    const row = new Map();
    columns.forEach((nodes, depth) => {
      const wish = (node) => {
        const rows = links.filter((link) => link.from === node && row.has(link.to)).map((link) => row.get(link.to));
        return rows.length ? rows.reduce((a, b) => a + b, 0) / rows.length : 0;
      };
      nodes.sort((a, b) => depth === 0 ? a - b : wish(a) - wish(b) || a - b);
      nodes.forEach((node, i) => row.set(node, i));
    });
    const height = Math.max(...columns.map((nodes) => nodes.length)) * STEP + 10;
    const at = (node) => ({ x: 5 + level.get(node) * (WIDTH + GAP), y: 5 + row.get(node) * STEP });
    const fit = (text) => text.length > 23 ? `${text.slice(0, 22)}…` : text;
    const lines = links.map((link) => {
      const from = at(link.to), to = at(link.from);
      const same = level.get(link.from) <= level.get(link.to);
      const x1 = from.x + WIDTH, y1 = from.y + HEIGHT / 2, y2 = to.y + HEIGHT / 2;
      const x2 = same ? to.x + WIDTH : to.x;
      const bend = same ? `C${x1 + 40} ${y1} ${x2 + 40} ${y2} ${x2} ${y2}` : `C${x1 + GAP / 2} ${y1} ${x2 - GAP / 2} ${y2} ${x2 - 5} ${y2}`;
      return svg("g", { "data-from": link.from, "data-to": link.to },
        svg("title", null, `${points[link.from].option} ${link.kind === "excludes" ? "excludes" : "needs"} ${points[link.to].option}${link.setting ? ` set to ${link.setting}` : ""}`),
        svg("path", { class: link.kind, d: `M${x1} ${y1}${bend}` }),
        same ? null : svg("path", { class: "tip", d: `M${x2} ${y2}l-6 -3v6z` }));
    });
    const light = (node, on) => {
      for (const line of lines) {
        if (Number(line.dataset.from) === node || Number(line.dataset.to) === node) line.classList.toggle("lit", on);
      }
    };
    const nodes = [...level.keys()].map((node) => {
      const { x, y } = at(node);
      return svg("a", { href: `#p${node}`, class: "node", "aria-label": points[node].option, onclick: () => reveal(node),
        onmouseenter: () => light(node, true), onmouseleave: () => light(node, false), onfocus: () => light(node, true), onblur: () => light(node, false) },
      svg("rect", { x, y, width: WIDTH, height: HEIGHT, rx: 5 }), svg("text", { x: x + 8, y: y + 16 }, fit(points[node].option)), svg("title", null, points[node].option));
    });
    const width = columns.length * (WIDTH + GAP) + 10;
    const drawing = svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": "Dependencies between points" }, lines, nodes);
    drawing.style.width = `${width}px`;
    return drawing;
  }

  function dependenciesSection() {
    const links = data.links;
    if (links.length === 0) return null;
    const verbs = { needs: "needs", excludes: "excludes", exists: "exists only with" };
    return el("section", { id: "dependencies", "aria-labelledby": "dependencies-title" }, el("h2", { id: "dependencies-title" }, "What depends on what"),
      el("figure", null, el("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "Picture of dependencies" }, picture(links)),
        el("figcaption", null, "An arrow leads from an option to what needs it. Dotted: the option is only offered then. Red: the two exclude each other. Conditions that involve other things than points are left out; each point has the whole.")),
      el("details", null, el("summary", null, `The same as a list: ${plural(links.length, "dependency").replace("dependencys", "dependencies")}`),
        el("ul", null, links.map((link) => el("li", null, optionLink(points[link.from].option), ` ${verbs[link.kind]} `, optionLink(points[link.to].option),
          link.setting ? [" set to ", code(link.setting)] : null, place(link.at))))));
  }

  // ---- the rest -------------------------------------------------------------------------------

  function constraintsSection() {
    const groupWords = { one_of: "Exactly one of", at_most_one: "At most one of", at_least_one: "At least one of" };
    const groups = spec.groups || [], constraints = spec.constraints || [];
    if (groups.length + constraints.length === 0) return null;
    return el("section", { id: "refused", "aria-labelledby": "refused-title" }, el("h2", { id: "refused-title" }, "Combinations that the project refuses"),
      groups.map((group) => el("p", null, `${groupWords[group.kind]}: `, group.members.map((member, i) => [i > 0 ? ", " : "", requirement(member)]), place(group.at))),
      constraints.map((item) => el("details", { class: "evidence" }, el("summary", null, item.message || "(no message)", place(item.at)),
        el("div", { class: "words" }, el("p", null, "Refused when ", words(item.when)), item.at ? excerpt(item.at) : null))));
  }

  function rejectedSection() {
    const rejected = spec.rejected || [];
    if (rejected.length === 0) return null;
    const rows = rejected.map((item) => el("tr", null, el("td", null, code(item.option)), el("td", null, item.reason, item.second_opinion
      ? el("div", { class: "faint" }, `${decisionText(item.second_opinion.decided_by)} would put it under ${titles.get(item.second_opinion.category) || item.second_opinion.category}`) : null),
    el("td", null, titles.get(item.category) || item.category), el("td", null, item.at ? code(item.at) : "")));
    const texts = rejected.map((item) => `${item.option} ${item.reason}`.toLowerCase());
    const search = (event) => rows.forEach((row, i) => { row.hidden = !texts[i].includes(event.target.value.toLowerCase()); });
    return el("section", { id: "rejected", "aria-labelledby": "rejected-title" }, el("h2", { id: "rejected-title" }, "Options that are no specialization points"),
      el("p", { class: "faint" }, "Something missing above? Look here for it, and for the reason. An entry moves up when you write a point for it into the file, or with ", code("xaas-discover --explain OPTION"), " you see what spoke against it."),
      el("details", { id: "rejected-list" }, el("summary", null, plural(rejected.length, "option")),
        el("div", { class: "filters" }, el("label", null, "Search the rejected", el("input", { type: "search", oninput: search }))),
        el("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "Rejected options" }, el("table", null, el("thead", null, el("tr", null, ["Option", "Why not", "Came nearest to", "Where"].map((title) => el("th", { scope: "col" }, title)))),
          el("tbody", null, rows)))));
  }

  function ledgerSection() {
    const ledger = spec.ledger || [];
    if (ledger.length === 0) return null;
    const total = ledger.reduce((sum, item) => sum + item.count, 0);
    return el("section", { id: "ledger", "aria-labelledby": "ledger-title" }, el("h2", { id: "ledger-title" }, "What could not be followed"),
      el("p", { class: "faint" }, `At ${plural(total, "place")} of the build description the analysis gave up on something, and says so rather than guess. `, code("xaas-discover --ledger FILE"), " lists every place."),
      el("div", { class: "bars" }, [...ledger].sort((a, b) => b.count - a.count).map((item) => [el("span", null, item.reason), meter(item.count / Math.max(...ledger.map((other) => other.count))), el("span", { class: "faint" }, number(item.count))])));
  }

  function showFigures() {
    const reviews = points.map((point, index) => current(index).review);
    const count = (wanted) => reviews.filter((review) => review === wanted).length;
    const figure = (value, label) => el("li", null, el("b", null, value), el("span", null, label));
    const list = el("ul", { class: "figures", id: "figures" }, figure(number(points.length), "specialization points"),
      figure(number(count("pending")), "still to be decided"), figure(number(count("accepted")), "accepted"), figure(number(count("rejected")), "rejected"),
      figure(number(points.filter((point) => point.confidence < UNSURE).length), `less than ${percent(UNSURE)} sure`),
      figure(number((spec.rejected || []).length), "other options"), data.sources ? figure(number(data.sources.lines), "source lines read") : null);
    const old = document.getElementById("figures");
    if (old) old.replaceWith(list);
    else document.getElementById("head").append(list);
  }

  function head() {
    const builds = spec.build_systems.filter((build) => !build.vendored);
    fill(document.getElementById("lead"), null, ["The build options of ", el("strong", null, spec.project.name),
      " that choose hardware or a performance library, read from ", builds.slice(0, 3).map((build, i) => [i > 0 ? ", " : "", code(build.file)]),
      " without running anything. ", spec.model ? [`The model ${spec.model.name} was asked about ${plural(spec.model.asked, "option")} (${spec.model.mode}). `] : "No language model was asked. ",
      "Decide on each point; the decisions go into ", code(data.name), "."]);
    const unread = spec.build_systems.filter((build) => build.unread && !build.vendored);
    if (unread.length) {
      document.getElementById("head").append(el("p", { class: "notice" }, "Recognised, but not read: ", unread.map((build, i) => [i > 0 ? ", " : "", code(build.file), ` (${build.type})`]), "."));
    }
    if (data.excerpts_left_out) {
      document.getElementById("head").append(el("p", { class: "notice" }, `${plural(data.excerpts_left_out, "piece")} of source left out: the page would be too large.`));
    }
    showFigures();
  }

  // ---- decisions into the file ------------------------------------------------------------------

  function commentLines(comment, indentation) {
    return comment.split(/[\r\n]+/).map((line) => line.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g, " "))
      .filter((line) => line !== "").map((line) => `${" ".repeat(indentation)}# ${line}`);
  }

  // The same edits as discover/review/edit.c makes: single lines, all else stays as it is.
  function editedText() {
    const lines = data.text.split("\n");
    const changes = [];
    const keyLine = (line, indentation, key, word) => {
      const old = lines[line - 1].replace(/\r$/, "");
      const comment = old.indexOf(" #");
      changes.push({ line, removed: 1, put: [`${" ".repeat(indentation)}${key}: ${word}${comment < 0 ? "" : old.slice(comment)}`] });
    };
    for (const [index, decision] of decisions) {
      const where = data.decisions[index];
      if (decision.review !== points[index].review) keyLine(where.review, where.indentation, "review", decision.review);
      if (decision.category !== points[index].category) {
        keyLine(where.category, where.indentation, "category", decision.category);
        keyLine(where.decided_by, where.indentation, "decided_by", "person");
      }
      if (decision.comment !== where.comment) {
        changes.push({ line: where.first_comment, removed: where.review - where.first_comment, put: commentLines(decision.comment, where.indentation) });
      }
    }
    changes.sort((a, b) => b.line - a.line || b.removed - a.removed);
    for (const change of changes) lines.splice(change.line - 1, change.removed, ...change.put);
    return lines.join("\n");
  }

  function download() {
    const link = el("a", { href: URL.createObjectURL(new Blob([editedText()], { type: "application/yaml" })), download: data.name.replace(/(\.xaas)?\.json$/, ".xaas.yaml") });
    document.body.append(link);
    link.click();
    link.remove();
    say("The changed specification was handed to the browser for saving.");
  }

  async function write() {
    const list = [...decisions].map(([index, decision]) => ({ option: points[index].option, folder: points[index].folder, build: points[index].build, ...decision }));
    const response = await fetch("decide", { method: "POST", headers: { "Content-Type": "application/json", "X-Xaas-Token": data.token }, body: JSON.stringify({ digest: data.digest, decisions: list }) });
    const answer = await response.json().catch(() => ({ error: "the answer could not be read" }));
    if (response.ok) {
      decisions.clear();
      location.reload();
      return;
    }
    showBar(answer.error || `Not written (${response.status}).`, answer.changes);
  }

  // Decisions survive a fresh copy of the file: they are about options, not about lines.
  const KEPT = `xaas ${data.name}`;

  function reloadKeeping() {
    sessionStorage.setItem(KEPT, JSON.stringify([...decisions].map(([index, decision]) => [points[index].id, decision])));
    decisions.clear();
    location.reload();
  }

  function restoreKept() {
    const kept = data.token ? sessionStorage.getItem(KEPT) : null;
    if (!kept) return;
    sessionStorage.removeItem(KEPT);
    for (const [id, decision] of JSON.parse(kept)) {
      const index = points.findIndex((point) => point.id === id);
      if (index >= 0) decide(index, decision);
    }
  }

  function showBar(error, changes) {
    const bar = document.getElementById("bar");
    bar.hidden = decisions.size === 0 && !error;
    if (bar.hidden) return;
    bar.replaceChildren(el("div", null, el("p", { role: error ? "alert" : null }, error || `${plural(decisions.size, "decision")} not saved yet.`),
      data.token ? el("button", { type: "button", class: "primary", id: "write", onclick: () => write().catch((problem) => showBar(`Not written: ${problem.message}`)) }, `Write to ${data.name}`) : null,
      el("button", { type: "button", class: data.token ? null : "primary", id: "download", onclick: download }, data.token ? "Download instead" : `Download ${data.name}`),
      error && data.token ? el("button", { type: "button", id: "reload", onclick: reloadKeeping }, "Load the file anew, keep my decisions") : null,
      el("button", { type: "button", onclick: () => { const touched = [...decisions.keys()]; decisions.clear(); touched.forEach(refresh); showFigures(); showBar(); } }, "Undo all")),
    changes && changes.length ? el("pre", null, changes.map((change) => el("span", { class: "row" }, change, "\n"))) : "");
  }

  // ---- keys, printing -----------------------------------------------------------------------------

  function visibleCards() { return cards.filter((node) => !node.hidden); }

  function step(direction) {
    const list = visibleCards();
    const now = list.findIndex((node) => node.contains(document.activeElement));
    const next = list[Math.min(list.length - 1, Math.max(0, now + direction))];
    if (next) { next.querySelector("summary").focus(); next.scrollIntoView({ block: "nearest" }); }
  }

  const keys = {
    "/": () => document.getElementById("search").focus(),
    j: () => step(1),
    k: () => step(-1),
    a: (index) => decide(index, { review: "accepted" }),
    r: (index) => decide(index, { review: "rejected" }),
    u: (index) => decide(index, { review: "pending" }),
  };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName) || !keys[event.key]) return;
    const index = cards.findIndex((node) => node.contains(document.activeElement));
    if (index < 0 && "aru".includes(event.key)) return;
    event.preventDefault();
    keys[event.key](index);
  });

  let opened = [];
  window.addEventListener("beforeprint", () => {
    opened = visibleCards().filter((node) => !node.open);
    for (const node of opened) { node.append(node.querySelector(".body") ? "" : body(cards.indexOf(node))); node.open = true; }
  });
  window.addEventListener("afterprint", () => { for (const node of opened) node.open = false; });
  window.addEventListener("beforeunload", (event) => { if (decisions.size > 0) event.preventDefault(); });
  window.addEventListener("hashchange", openTarget);

  function openTarget() {
    const match = /^#p(\d+)$/.exec(location.hash);
    if (match && cards[Number(match[1])]) {
      reveal(Number(match[1]));
      cards[Number(match[1])].scrollIntoView();
    }
  }

  head();
  const sections = [pointsSection(), mapSection(), dependenciesSection(), constraintsSection(), rejectedSection(), ledgerSection()].filter(Boolean);
  document.getElementById("main").append(...sections);
  const shortTitles = { points: "Points", map: "Map of the code", dependencies: "Dependencies", refused: "Refused combinations", rejected: "Other options", ledger: "Gaps" };
  document.getElementById("sections").append(...sections.map((section) => el("a", { href: `#${section.id}` }, shortTitles[section.id])));
  applyFilters();
  restoreKept();
  openTarget();
})();
