// A point, from its line in the list to its evidence.
"use strict";

const current = (index) => ({
  review: points[index].review,
  category: points[index].category,
  comment: data.decisions[index].comment,
  ...decisions.get(index),
});
const maxLines = Math.max(1, ...points.map((point) => (point.reach ? point.reach.lines : 0)));

// A bar beside a number that says the same.
function meter(share) {
  const bar = el("i");
  bar.style.width = `${Math.max(share > 0 ? 2 : 0, share * 100)}%`;
  return el("span", { class: "meter", "aria-hidden": "true" }, bar);
}

// What to say of switches that do not just bring what they are about.
const polarities = {
  negative: "; on takes it away, off brings it",
  unknown: "; whether on brings it, or off, is not known",
};

function valueList(point) {
  const fallback =
    point.default === null
      ? "default unknown"
      : [el("b", null, point.default === "" ? "empty" : point.default), " by default"];
  const usable = (point.values || []).filter((value) => !value.rejected);
  if (point.only_given)
    return [fallback, "; given in either form it does the same: leave it out for the default"];
  if (point.kind === "switch") return [fallback, polarities[point.polarity] || "; on or off"];
  if (usable.length === 0)
    return [fallback, `; any ${point.kind === "string" ? "text" : point.kind}`];
  return [
    fallback,
    "; ",
    usable.map((value) => value.value).join(", "),
    point.free_form ? ", or any other text" : "",
  ];
}

// What the option is about: a technology that neither its own name nor the project's words say, and
// these words.
function about(point) {
  const plain = (text) => text.toLowerCase().replace(/[^a-z0-9]/g, "");
  const said = [point.option, point.help || ""].map(plain);
  const isNew = point.name && !said.some((text) => text.includes(plain(point.name)));
  return [isNew ? point.name : null, point.help].filter(Boolean).join(": ") || point.name || "";
}

function valuesTable(point) {
  if (!point.values || point.values.length === 0) return null;
  const conditions = point.values.some((value) => value.requires || value.conflicts);
  const named = point.values.some((value) => value.name);
  return [
    el("h4", null, "Values"),
    table(
      `Values of ${point.option}`,
      ["Value", named && "Stands for", "Chosen by", conditions && "Needs", "Remarks"],
      point.values.map((value) =>
        el(
          "tr",
          { class: value.rejected ? "off" : null },
          el("td", null, code(value.value)),
          named ? el("td", null, value.name || "") : null,
          el("td", null, value.flag ? code(value.flag) : ""),
          conditions
            ? el(
                "td",
                null,
                value.requires ? requirements(value.requires) : "",
                value.conflicts ? [" not together with ", requirements(value.conflicts)] : null,
              )
            : null,
          el(
            "td",
            null,
            [
              value.rejected ? `no choice of its own: ${value.rejected}` : null,
              value.value === point.default ? "default" : null,
            ]
              .filter(Boolean)
              .join("; "),
          ),
        ),
      ),
    ),
  ];
}

function opinion(title, decidedBy, category, confidence, reasons) {
  return el(
    "div",
    null,
    title ? el("strong", null, title) : null,
    el(
      "div",
      null,
      category === "none" ? "no specialization point" : titles.get(category) || category,
      el("span", { class: "faint" }, `, ${percent(confidence)} sure, by ${decidedBy}`),
    ),
    reasons && reasons.length
      ? el(
          "ul",
          null,
          reasons.map((reason) => el("li", null, reason)),
        )
      : null,
  );
}

function decisionText(decidedBy) {
  if (decidedBy === "rules") return "the rules";
  return decidedBy === "person" ? "a person" : decidedBy.replace(/^model:/, "the model ");
}

function topFolders(index) {
  const rows = (data.folders || [])
    .map((folder) => [folder.path || "(top folder)", folder.points[index]])
    .filter((row) => row[1] > 0)
    .sort((a, b) => b[1] - a[1])
    .slice(0, 6);
  if (rows.length === 0) return null;
  return [
    el("h4", null, "Source lines that hang on it, by folder"),
    el(
      "div",
      { class: "bars" },
      rows.map(([path, lines]) => [
        code(path),
        meter(lines / rows[0][1]),
        el("span", { class: "faint" }, plural(lines, "line")),
      ]),
    ),
  ];
}

// Points of other build systems that may ask for the same decision; a person has to judge.
function twinsOf(point) {
  const index = points.indexOf(point);
  const others = data.twins
    .filter((pair) => pair.includes(index))
    .map(([first, second]) => points[first === index ? second : first]);
  if (others.length === 0) return null;
  return [
    others.map((other, i) => [
      i > 0 ? ", " : "",
      optionLink(other.option),
      ` of ${other.build || spec.build_systems[0].type}`,
      other.folder ? [" in ", code(other.folder)] : null,
    ]),
    ": the names say so, nothing else does",
  ];
}

function facts(point) {
  const row = (title, ...content) =>
    content.some((part) => part) ? [el("dt", null, title), el("dd", null, content)] : null;
  const flag = point.flag ? (point.flag.endsWith("=") ? `${point.flag}…` : point.flag) : null;
  return el(
    "dl",
    { class: "facts" },
    row("Set with", flag && code(flag)),
    row(
      "Default",
      point.defaults
        ? el(
            "ul",
            null,
            point.defaults.map((item) =>
              el(
                "li",
                null,
                item.value === null ? "unknown" : code(item.value || "(empty)"),
                item.when === "true" ? " in general" : [" when ", words(item.when)],
              ),
            ),
          )
        : point.default === null
          ? "could not be worked out"
          : code(point.default || "(empty)"),
    ),
    row("Exists", point.condition === "true" ? null : ["only when ", words(point.condition)]),
    row("Needs", point.requires && requirements(point.requires)),
    row("Not together with", point.conflicts && requirements(point.conflicts)),
    row(
      "Macros",
      point.macros &&
        (point.macros.length <= 6
          ? point.macros.map((macro) => [code(macro), " "])
          : el(
              "details",
              null,
              el("summary", null, plural(point.macros.length, "macro")),
              point.macros.map((macro) => [code(macro), " "]),
            )),
    ),
    row(
      "Reach",
      point.reach &&
        `${plural(point.reach.lines, "line")} in ${plural(point.reach.files, "file")}${point.reach.regions ? `, with ${plural(point.reach.regions, "#if")}` : ""}`,
    ),
    row(
      "Changed",
      point.changes &&
        el(
          "ul",
          null,
          point.changes.map((change) => el("li", null, change)),
        ),
    ),
    row(
      "Elsewhere",
      point.alternatives &&
        el(
          "ul",
          null,
          point.alternatives.map((other) =>
            el(
              "li",
              null,
              code(other.flag || other.option),
              ` with ${other.build}`,
              other.folder ? [" in ", code(other.folder)] : null,
              place(other.at),
            ),
          ),
        ),
    ),
    row("Perhaps the same", twinsOf(point)),
    row(
      "Remarks",
      [
        point.advanced ? "hidden from people by default" : null,
        point.vendored ? "belongs to a bundled copy of another project" : null,
      ]
        .filter(Boolean)
        .join("; "),
    ),
    row(
      "Built by",
      point.folder || point.build
        ? [
            point.build || spec.build_systems[0].type,
            point.folder ? [" in ", code(point.folder)] : null,
          ]
        : null,
    ),
  );
}

function decide(index, changes) {
  const next = { ...current(index), ...changes };
  const point = points[index];
  if (
    next.review === point.review &&
    next.category === point.category &&
    next.comment === data.decisions[index].comment
  ) {
    decisions.delete(index);
  } else {
    decisions.set(index, next);
  }
  refresh(index);
  showBar();
  showFigures();
  showAcceptAll();
}

const reviewWords = { accepted: "Accept", rejected: "Reject", pending: "Leave open" };

function decideForm(index) {
  const point = points[index];
  const now = current(index);
  const buttons = Object.entries(reviewWords).map(([review, label]) =>
    el(
      "button",
      {
        type: "button",
        "data-review": review,
        "aria-pressed": String(now.review === review),
        onclick: () => {
          decide(index, { review });
          say(`${point.option}: ${review}`);
        },
      },
      label,
    ),
  );
  return el(
    "div",
    { class: "decide", role: "group", "aria-label": `Decision on ${point.option}` },
    buttons,
    el(
      "label",
      null,
      "Category",
      el(
        "select",
        { onchange: (event) => decide(index, { category: event.target.value }) },
        data.categories.map((category) =>
          el(
            "option",
            { value: category.id, selected: category.id === now.category },
            category.title,
          ),
        ),
      ),
    ),
    el(
      "label",
      { class: "comment-field" },
      "Comment, kept in the file",
      (() => {
        const field = el("textarea", {
          rows: "1",
          maxlength: "2000",
          onchange: (event) => decide(index, { comment: event.target.value.trim() }),
        });
        field.value = now.comment;
        return field;
      })(),
    ),
  );
}

function body(index) {
  const point = points[index];
  const second = point.second_opinion;
  return el(
    "div",
    { class: "body" },
    point.help ? el("p", null, point.help) : null,
    facts(point),
    valuesTable(point),
    topFolders(index),
    el("h4", null, second ? "Opinions differ" : "Why this category"),
    el(
      "div",
      { class: "opinions" },
      opinion(
        second ? "What counts now" : null,
        decisionText(point.decided_by),
        point.category,
        point.confidence,
        point.reasons,
      ),
      second
        ? opinion(
            "Second opinion",
            decisionText(second.decided_by),
            second.category,
            second.confidence,
            second.reasons,
          )
        : null,
    ),
    point.evidence && point.evidence.length ? el("h4", null, "Evidence") : null,
    (point.evidence || []).map((item, i) => evidence(item, i, point.option)),
    decideForm(index),
  );
}

function badges(index) {
  const point = points[index];
  const now = current(index);
  return [
    el("span", { class: `badge ${now.review}` }, now.review, decisions.has(index) ? " *" : ""),
    point.status && point.status !== "same"
      ? [" ", el("span", { class: "badge mark" }, point.status)]
      : null,
    point.second_opinion ? [" ", el("span", { class: "badge mark" }, "disputed")] : null,
  ];
}

function card(index) {
  const point = points[index];
  const reach = point.reach;
  const twins = points.filter((other) => other.option === point.option).length > 1;
  const where = twins
    ? `, ${point.build || spec.build_systems[0].type} in ${point.folder || "the top folder"}`
    : "";
  const node = el(
    "details",
    {
      class: "point",
      id: `p${index}`,
      "data-option": point.option,
      ontoggle: () => {
        if (node.open && !node.querySelector(".body")) node.append(body(index));
      },
    },
    el(
      "summary",
      null,
      el(
        "span",
        null,
        el("span", { class: "option" }, breakable(point.option)),
        el("span", { class: "name" }, `${about(point)}${where}`),
      ),
      el("span", { class: "values" }, valueList(point)),
      el(
        "span",
        { class: "reach" },
        reach
          ? [
              meter(Math.sqrt(reach.lines / maxLines)),
              reach.lines > 0 ? plural(reach.lines, "line") : "no lines of its own",
            ]
          : "not scanned",
      ),
      el(
        "span",
        { class: point.confidence < UNSURE ? "sure low" : "sure" },
        `${percent(point.confidence)} sure`,
      ),
      el("span", { class: "badges" }, badges(index)),
    ),
  );
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
