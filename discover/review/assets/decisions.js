// Decisions go into the file's text, and from there to the disk.
"use strict";

function commentLines(comment, indentation) {
  return comment
    .split(/[\r\n]+/)
    .map((line) => line.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g, " "))
    .filter((line) => line !== "")
    .map((line) => `${" ".repeat(indentation)}# ${line}`);
}

// The changes of one point: {line, removed, put}, lines counted from 1.
function pointChanges(index, decision, lines) {
  const where = data.decisions[index];
  const changes = [];
  const keyLine = (line, key, word) => {
    const old = lines[line - 1].replace(/\r$/, "");
    const comment = old.indexOf(" #");
    changes.push({
      line,
      removed: 1,
      put: [`${" ".repeat(where.indentation)}${key}: ${word}${comment < 0 ? "" : old.slice(comment)}`],
    });
  };
  if (decision.review !== points[index].review) keyLine(where.review, "review", decision.review);
  if (decision.category !== points[index].category) {
    keyLine(where.category, "category", decision.category);
    keyLine(where.decided_by, "decided_by", "person");
    keyLine(where.confidence, "confidence", "1.0");
    if (where.reasons > 0) {
      changes.push({ line: where.reasons, removed: where.reasons_end - where.reasons, put: [] });
    }
  }
  if (decision.comment !== where.comment) {
    changes.push({
      line: where.first_comment,
      removed: where.review - where.first_comment,
      put: commentLines(decision.comment, where.indentation),
    });
  }
  return changes;
}

const categoryOrder = (id) => data.categories.findIndex((category) => category.id === id);

// Rejected options that become points leave the one list for the other.
function promotionChanges() {
  if (promotions.size === 0) return [];
  const { no_points, rejected, options } = data.promotions;
  const changes = [];
  if (no_points > 0) changes.push({ line: no_points, removed: 1, put: ["points:"] });
  if (promotions.size === options.length) changes.push({ line: rejected, removed: 1, put: [] });
  const sorted = [...promotions].sort(
    (a, b) => categoryOrder(a[1]) - categoryOrder(b[1]) || a[0] - b[0],
  );
  for (const [index, category] of sorted) {
    const option = options[index];
    const nearest = spec.rejected[index].category;
    const text = option.text
      .replace(`${nearest}/`, `${category}/`)
      .replace(`category: ${nearest}\n`, `category: ${category}\n`);
    changes.push({
      line: option.points[categoryOrder(category)],
      removed: 0,
      put: text.slice(0, -1).split("\n"),
    });
    changes.push({ line: option.first, removed: option.count, put: [] });
  }
  return changes;
}

// The same edits as discover/review/edit.c makes: single lines, all else stays as it is.
function editedText() {
  const lines = data.text.split("\n");
  const changes = [...decisions]
    .flatMap(([index, decision]) => pointChanges(index, decision, lines))
    .concat(promotionChanges())
    .sort((a, b) => a.line - b.line || a.removed - b.removed);
  let out = [];
  let kept = 0;
  for (const change of changes) {
    out = out.concat(lines.slice(kept, change.line - 1), change.put);
    kept = change.line - 1 + change.removed;
  }
  return out.concat(lines.slice(kept)).join("\n");
}

function download() {
  const link = el("a", {
    href: URL.createObjectURL(new Blob([editedText()], { type: "application/yaml" })),
    download: data.name.replace(/(\.xaas)?\.json$/, ".xaas.yaml"),
  });
  document.body.append(link);
  link.click();
  link.remove();
  say("The changed specification was handed to the browser for saving.");
}

const named = ({ option, folder, build }) => ({ option, folder, build });

async function write() {
  const list = [...decisions].map(([index, decision]) => ({
    ...named(points[index]),
    ...decision,
  }));
  const promoted = [...promotions].map(([index, category]) => ({
    ...named(spec.rejected[index]),
    category,
  }));
  const response = await fetch("decide", {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Xaas-Token": data.token },
    body: JSON.stringify({ digest: data.digest, decisions: list, promotions: promoted }),
  });
  const answer = await response.json().catch(() => ({ error: "the answer could not be read" }));
  if (response.ok) {
    forget();
    location.reload();
    return;
  }
  showBar(answer.error || `Not written (${response.status}).`, answer.changes);
}

function forget() {
  decisions.clear();
  promotions.clear();
}

// Decisions survive a fresh copy of the file: they are about options, not about lines.
const KEPT = `xaas ${data.name}`;
const rejectedKey = (item) => JSON.stringify(named(item));

function reloadKeeping() {
  sessionStorage.setItem(
    KEPT,
    JSON.stringify({
      decisions: [...decisions].map(([index, decision]) => [points[index].id, decision]),
      promotions: [...promotions].map(([index, category]) => [
        rejectedKey(spec.rejected[index]),
        category,
      ]),
    }),
  );
  forget();
  location.reload();
}

function restoreKept() {
  const kept = data.token ? sessionStorage.getItem(KEPT) : null;
  if (!kept) return;
  sessionStorage.removeItem(KEPT);
  const { decisions: decided, promotions: promoted } = JSON.parse(kept);
  for (const [id, decision] of decided) {
    const index = points.findIndex((point) => point.id === id);
    if (index >= 0) decide(index, decision);
  }
  for (const [key, category] of promoted) {
    const index = (spec.rejected || []).findIndex((item) => rejectedKey(item) === key);
    if (index >= 0) promote(index, category);
  }
}

function showBar(error, changes) {
  const bar = document.getElementById("bar");
  const count = decisions.size + promotions.size;
  bar.hidden = count === 0 && !error;
  if (bar.hidden) return;
  bar.replaceChildren(
    el(
      "div",
      null,
      el(
        "p",
        { role: error ? "alert" : null },
        error || `${plural(count, "decision")} not saved yet.`,
        promotions.size > 0 && !error
          ? [
              " What the new points offer is worked out by ",
              code("xaas-discover --update"),
              ".",
            ]
          : null,
      ),
      data.token
        ? el(
            "button",
            {
              type: "button",
              class: "primary",
              id: "write",
              onclick: () => write().catch((problem) => showBar(`Not written: ${problem.message}`)),
            },
            `Write to ${data.name}`,
          )
        : null,
      el(
        "button",
        { type: "button", class: data.token ? null : "primary", id: "download", onclick: download },
        data.token ? "Download instead" : `Download ${data.name}`,
      ),
      error && data.token
        ? el(
            "button",
            { type: "button", id: "reload", onclick: reloadKeeping },
            "Load the file anew, keep my decisions",
          )
        : null,
      el(
        "button",
        {
          type: "button",
          onclick: () => {
            const touched = [...decisions.keys()];
            const promoted = [...promotions.keys()];
            forget();
            touched.forEach(refresh);
            promoted.forEach(refreshRejected);
            showFigures();
            showAcceptAll();
            showBar();
          },
        },
        "Undo all",
      ),
    ),
    changes && changes.length
      ? el(
          "pre",
          null,
          changes.map((change) => el("span", { class: "row" }, change, "\n")),
        )
      : "",
  );
}
