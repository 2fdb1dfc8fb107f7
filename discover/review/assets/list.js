// The list of points, its filters and search.
"use strict";

const filter = { text: "", category: "", review: "", look: "" };
const looks = {
  "": () => true,
  unsure: (point) => point.confidence < UNSURE,
  disputed: (point) => Boolean(point.second_opinion),
  changed: (point) => point.status && point.status !== "same",
  reach: (point) => point.reach && point.reach.lines > 0,
};
const searchable = points.map((point) =>
  [
    point.option,
    point.name,
    point.help,
    point.id,
    ...(point.macros || []),
    ...(point.values || []).flatMap((value) => [value.value, value.name]),
  ]
    .filter(Boolean)
    .join("\n")
    .toLowerCase(),
);

function applyFilters() {
  let shown = 0;
  points.forEach((point, index) => {
    const visible =
      filter.text
        .toLowerCase()
        .split(/\s+/)
        .every((word) => searchable[index].includes(word)) &&
      (!filter.category || point.category === filter.category) &&
      (!filter.review || current(index).review === filter.review) &&
      looks[filter.look](point);
    cards[index].hidden = !visible;
    shown += visible ? 1 : 0;
  });
  for (const section of document.querySelectorAll(".category")) {
    section.hidden = !section.querySelector("details.point:not([hidden])");
  }
  document.getElementById("count").textContent =
    shown === points.length
      ? plural(shown, "point")
      : `${shown} of ${plural(points.length, "point")}`;
  showAcceptAll();
}

const pendingShown = () =>
  points
    .map((_, index) => index)
    .filter((index) => !cards[index].hidden && current(index).review === "pending");

function showAcceptAll() {
  const button = document.getElementById("accept-all");
  const count = pendingShown().length;
  button.hidden = count < 2;
  button.textContent = `Accept all ${number(count)} pending here`;
}

function resetFilters() {
  Object.assign(filter, { text: "", category: "", review: "", look: "" });
  for (const field of document.querySelectorAll(".filters [data-filter]")) field.value = "";
  applyFilters();
}

function filterField(name, label, options) {
  const change = (event) => {
    filter[name] = event.target.value;
    applyFilters();
  };
  return el(
    "label",
    null,
    label,
    options
      ? el(
          "select",
          { "data-filter": name, onchange: change },
          options.map(([value, text]) => el("option", { value }, text)),
        )
      : el("input", {
          type: "search",
          id: "search",
          "data-filter": name,
          placeholder: "option, value, macro, help",
          oninput: change,
        }),
  );
}

function pointsSection() {
  const used = data.categories.filter((category) =>
    points.some((point) => point.category === category.id),
  );
  const section = el(
    "section",
    { id: "points", "aria-labelledby": "points-title", tabindex: "-1" },
    el("h2", { id: "points-title" }, "Specialization points"),
    el(
      "p",
      { class: "faint" },
      "Build options that choose hardware or a performance library. Open one to see why it was chosen and where the project says so. The bar shows how many source lines hang on it: under its #ifs, and in files that are only built with it.",
    ),
    el(
      "div",
      { class: "filters", role: "search" },
      filterField("text", "Search"),
      filterField("category", "Category", [
        ["", "all"],
        ...used.map((category) => [category.id, category.title]),
      ]),
      filterField("review", "Decision", [
        ["", "all"],
        ["pending", "pending"],
        ["accepted", "accepted"],
        ["rejected", "rejected"],
      ]),
      filterField("look", "Show", [
        ["", "everything"],
        ["unsure", `less than ${percent(UNSURE)} sure`],
        ["disputed", "opinions differ"],
        ["changed", "new, changed or gone"],
        ["reach", "with source lines"],
      ]),
      el("button", { type: "button", onclick: resetFilters }, "Clear"),
      el("button", {
        type: "button",
        id: "accept-all",
        onclick: () => pendingShown().forEach((index) => decide(index, { review: "accepted" })),
      }),
      el("span", { class: "count", id: "count", role: "status" }),
    ),
    el(
      "p",
      { class: "faint keys" },
      "Keys: ",
      el("kbd", null, "/"),
      " search, ",
      el("kbd", null, "j"),
      " ",
      el("kbd", null, "k"),
      " next and previous point, ",
      el("kbd", null, "Enter"),
      " open, ",
      el("kbd", null, "a"),
      " accept, ",
      el("kbd", null, "r"),
      " reject, ",
      el("kbd", null, "u"),
      " leave open.",
    ),
  );
  for (const category of used) {
    const group = el(
      "section",
      { class: "category", "aria-label": category.title },
      el("h3", null, category.title, el("small", null, code(category.id))),
    );
    points.forEach((point, index) => {
      if (point.category === category.id) {
        cards[index] = card(index);
        group.append(cards[index]);
      }
    });
    section.append(group);
  }
  return section;
}
