// What else a specification says: refused combinations, other options, gaps, figures.
"use strict";

function constraintsSection() {
  const groupWords = {
    one_of: "Exactly one of",
    at_most_one: "At most one of",
    at_least_one: "At least one of",
  };
  const groups = spec.groups || [],
    constraints = spec.constraints || [];
  if (groups.length + constraints.length === 0) return null;
  return el(
    "section",
    { id: "refused", "aria-labelledby": "refused-title" },
    el("h2", { id: "refused-title" }, "Combinations that the project refuses"),
    el(
      "p",
      { class: "faint" },
      "Where the build ends with a message of its own. Open one to see when that happens.",
    ),
    groups.map((group) =>
      el(
        "p",
        null,
        `${groupWords[group.kind]}: `,
        group.members.map((member, i) => [i > 0 ? ", " : "", requirement(member)]),
        place(group.at),
        group.text ? el("span", { class: "faint said" }, group.text) : null,
      ),
    ),
    constraints.map((item) =>
      el(
        "details",
        { class: "evidence" },
        el("summary", null, item.message || "(no message)", place(item.at)),
        el(
          "div",
          { class: "words" },
          el("p", null, "Refused when ", words(item.when)),
          item.at ? excerpt(item.at) : null,
        ),
      ),
    ),
  );
}

function ledgerSection() {
  const ledger = spec.ledger || [];
  if (ledger.length === 0) return null;
  const total = ledger.reduce((sum, item) => sum + item.count, 0);
  return el(
    "section",
    { id: "ledger", "aria-labelledby": "ledger-title" },
    el("h2", { id: "ledger-title" }, "What could not be followed"),
    el(
      "p",
      { class: "faint" },
      `At ${plural(total, "place")} of the build description the analysis gave up on something, and says so rather than guess. `,
      code("xaas-discover --ledger FILE"),
      " lists every place.",
    ),
    el(
      "div",
      { class: "bars" },
      [...ledger]
        .sort((a, b) => b.count - a.count)
        .map((item) => [
          el("span", { title: item.reason }, data.gaps[item.reason] || item.reason),
          meter(item.count / Math.max(...ledger.map((other) => other.count))),
          el("span", { class: "faint" }, number(item.count)),
        ]),
    ),
  );
}

function showFigures() {
  const reviews = points.map((point, index) => current(index).review);
  const count = (wanted) => reviews.filter((review) => review === wanted).length;
  const figure = (value, label) => el("li", null, el("b", null, value), el("span", null, label));
  const list = el(
    "ul",
    { class: "figures", id: "figures" },
    figure(number(points.length), "specialization points"),
    figure(number(count("pending")), "still to be decided"),
    figure(number(count("accepted")), "accepted"),
    figure(number(count("rejected")), "rejected"),
    figure(
      number(points.filter((point) => point.confidence < UNSURE).length),
      `less than ${percent(UNSURE)} sure`,
    ),
    figure(number((spec.rejected || []).length), "other options"),
    data.sources ? figure(number(data.sources.lines), "source lines read") : null,
  );
  const old = document.getElementById("figures");
  if (old) old.replaceWith(list);
  else document.getElementById("head").append(list);
}

function head() {
  const builds = spec.build_systems.filter((build) => !build.vendored && !build.unread);
  fill(document.getElementById("lead"), null, [
    "The build options of ",
    el("strong", null, spec.project.name),
    " that choose hardware or a performance library, read from ",
    builds.slice(0, 3).map((build, i) => [i > 0 ? ", " : "", code(build.file)]),
    " without running anything. ",
    spec.model
      ? [
          `The model ${spec.model.name} was asked about ${plural(spec.model.asked, "option")} (${spec.model.mode}). `,
        ]
      : "No language model was asked. ",
    "Decide on each point; the decisions go into ",
    code(data.name),
    ".",
  ]);
  const unread = spec.build_systems.filter((build) => build.unread && !build.vendored);
  if (unread.length) {
    document.getElementById("head").append(
      el(
        "p",
        { class: "notice" },
        "Recognised, but not read: ",
        unread.map((build, i) => [i > 0 ? ", " : "", code(build.file), ` (${build.type})`]),
        ".",
      ),
    );
  }
  if (data.excerpts_left_out) {
    document
      .getElementById("head")
      .append(
        el(
          "p",
          { class: "notice" },
          `${plural(data.excerpts_left_out, "piece")} of source left out: the page would be too large.`,
        ),
      );
  }
  showFigures();
}
