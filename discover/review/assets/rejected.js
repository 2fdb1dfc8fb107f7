// Options that are no points, and how one becomes a point after all.
"use strict";

const promotionCells = [];

function promote(index, category) {
  if (category) promotions.set(index, category);
  else promotions.delete(index);
  refreshRejected(index);
  showBar();
}

function categoryField(label, chosen, change) {
  return el(
    "label",
    null,
    label,
    el(
      "select",
      { onchange: (event) => change(event.target.value) },
      data.categories.map((category) =>
        el("option", { value: category.id, selected: category.id === chosen }, category.title),
      ),
    ),
  );
}

function refreshRejected(index) {
  const item = spec.rejected[index];
  const category = promotions.get(index);
  const button = (text, then) =>
    el(
      "button",
      {
        type: "button",
        "aria-label": `${text}: ${item.option}`,
        onclick: () => {
          then();
          const next = promotionCells[index].querySelector("select, button");
          if (next) next.focus();
        },
      },
      text,
    );
  promotionCells[index].replaceChildren(
    ...(category
      ? [
          categoryField("becomes a point of", category, (id) => promote(index, id)),
          button("Undo", () => promote(index, null)),
        ]
      : [button("Make it a point", () => promote(index, item.category))]),
  );
}

function rejectedRow(item, index) {
  promotionCells[index] = el("td", { class: "promote" });
  refreshRejected(index);
  return el(
    "tr",
    { "data-option": item.option },
    el(
      "td",
      null,
      code(item.option),
      item.at ? el("div", { class: "faint" }, code(item.at)) : null,
    ),
    el(
      "td",
      null,
      item.reason,
      item.decided_by ? el("span", { class: "faint" }, `, says ${decisionText(item.decided_by)}`) : null,
      item.second_opinion
        ? el(
            "div",
            { class: "faint" },
            `${decisionText(item.second_opinion.decided_by)} would put it under ${titles.get(item.second_opinion.category) || item.second_opinion.category}`,
          )
        : null,
    ),
    promotionCells[index],
  );
}

function rejectedSection() {
  const rejected = spec.rejected || [];
  if (rejected.length === 0) return null;
  const rows = rejected.map(rejectedRow);
  const texts = rejected.map((item) => `${item.option} ${item.reason}`.toLowerCase());
  const search = (event) =>
    rows.forEach((row, i) => {
      row.hidden = !texts[i].includes(event.target.value.toLowerCase());
    });
  return el(
    "section",
    { id: "rejected", "aria-labelledby": "rejected-title" },
    el("h2", { id: "rejected-title" }, "Options that are no specialization points"),
    el(
      "p",
      { class: "faint" },
      "Something missing above? Look here for it, for the reason, and make it a point after all. ",
      code("xaas-discover --explain OPTION"),
      " says in full what spoke against it.",
    ),
    el(
      "details",
      { id: "rejected-list" },
      el("summary", null, plural(rejected.length, "option")),
      el(
        "div",
        { class: "filters" },
        el("label", null, "Search the rejected", el("input", { type: "search", oninput: search })),
      ),
      table("Rejected options", ["Option", "Why not", "Decision"], rows),
    ),
  );
}
