// Decisions go into the file's text, and from there to the disk.
"use strict";

function commentLines(comment, indentation) {
  return comment
    .split(/[\r\n]+/)
    .map((line) => line.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g, " "))
    .filter((line) => line !== "")
    .map((line) => `${" ".repeat(indentation)}# ${line}`);
}

// The same edits as discover/review/edit.c makes: single lines, all else stays as it is.
function editedText() {
  const lines = data.text.split("\n");
  const changes = [];
  const keyLine = (line, indentation, key, word) => {
    const old = lines[line - 1].replace(/\r$/, "");
    const comment = old.indexOf(" #");
    changes.push({
      line,
      removed: 1,
      put: [`${" ".repeat(indentation)}${key}: ${word}${comment < 0 ? "" : old.slice(comment)}`],
    });
  };
  for (const [index, decision] of decisions) {
    const where = data.decisions[index];
    if (decision.review !== points[index].review)
      keyLine(where.review, where.indentation, "review", decision.review);
    if (decision.category !== points[index].category) {
      keyLine(where.category, where.indentation, "category", decision.category);
      keyLine(where.decided_by, where.indentation, "decided_by", "person");
    }
    if (decision.comment !== where.comment) {
      changes.push({
        line: where.first_comment,
        removed: where.review - where.first_comment,
        put: commentLines(decision.comment, where.indentation),
      });
    }
  }
  changes.sort((a, b) => b.line - a.line || b.removed - a.removed);
  for (const change of changes) lines.splice(change.line - 1, change.removed, ...change.put);
  return lines.join("\n");
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

async function write() {
  const list = [...decisions].map(([index, decision]) => ({
    option: points[index].option,
    folder: points[index].folder,
    build: points[index].build,
    ...decision,
  }));
  const response = await fetch("decide", {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Xaas-Token": data.token },
    body: JSON.stringify({ digest: data.digest, decisions: list }),
  });
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
  sessionStorage.setItem(
    KEPT,
    JSON.stringify([...decisions].map(([index, decision]) => [points[index].id, decision])),
  );
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
  bar.replaceChildren(
    el(
      "div",
      null,
      el(
        "p",
        { role: error ? "alert" : null },
        error || `${plural(decisions.size, "decision")} not saved yet.`,
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
            decisions.clear();
            touched.forEach(refresh);
            showFigures();
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
