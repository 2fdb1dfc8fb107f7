// Keys, printing, and putting the page together.
"use strict";

function visibleCards() {
  return cards.filter((node) => !node.hidden);
}

function step(direction) {
  const list = visibleCards();
  const now = list.findIndex((node) => node.contains(document.activeElement));
  const next = list[Math.min(list.length - 1, Math.max(0, now + direction))];
  if (next) {
    next.querySelector("summary").focus();
    next.scrollIntoView({ block: "nearest" });
  }
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
  if (
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName) ||
    !keys[event.key]
  )
    return;
  const index = cards.findIndex((node) => node.contains(document.activeElement));
  if (index < 0 && "aru".includes(event.key)) return;
  event.preventDefault();
  keys[event.key](index);
});

let opened = [];
window.addEventListener("beforeprint", () => {
  opened = visibleCards().filter((node) => !node.open);
  for (const node of opened) {
    node.append(node.querySelector(".body") ? "" : body(cards.indexOf(node)));
    node.open = true;
  }
});
window.addEventListener("afterprint", () => {
  for (const node of opened) node.open = false;
});
window.addEventListener("beforeunload", (event) => {
  if (decisions.size + promotions.size > 0) event.preventDefault();
});
window.addEventListener("hashchange", openTarget);

function openTarget() {
  const match = /^#p(\d+)$/.exec(location.hash);
  if (match && cards[Number(match[1])]) {
    reveal(Number(match[1]));
    cards[Number(match[1])].scrollIntoView();
  }
}

head();
const sections = [
  pointsSection(),
  mapSection(),
  dependenciesSection(),
  constraintsSection(),
  rejectedSection(),
  ledgerSection(),
].filter(Boolean);
document.getElementById("main").append(...sections);
const shortTitles = {
  points: "Points",
  map: "Map of the code",
  dependencies: "Dependencies",
  refused: "Refused combinations",
  rejected: "Other options",
  ledger: "Gaps",
};
document
  .getElementById("sections")
  .append(
    ...sections.map((section) => el("a", { href: `#${section.id}` }, shortTitles[section.id])),
  );
applyFilters();
restoreKept();
openTarget();
