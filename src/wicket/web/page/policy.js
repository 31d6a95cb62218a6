// The policy: every rule with its place, and what it would say of a command.

import { get, post } from "/page/api.js";
import { badge, code, fill, h, said, tree } from "/page/dom.js";

export function open(main) {
  const answer = h("div", { class: "answer", "aria-live": "polite" });
  const command = h("input", { id: "trycommand", class: "mono", autocomplete: "off", spellcheck: "false", placeholder: "git push --force" });
  const folder = h("input", { id: "tryfolder", class: "mono", autocomplete: "off", spellcheck: "false", placeholder: "where the gateway was started", "aria-describedby": "folderwrong",
    onchange: () => { loading = load(); } });
  const wrong = h("p", { class: "warn", id: "folderwrong", "aria-live": "polite", hidden: true });
  const filter = h("input", { id: "filter", type: "search", placeholder: "Filter", "aria-label": "Filter the rules", oninput: () => show() });
  const rows = h("tbody");
  const builtIn = h("tbody");
  const table = h("div", { class: "scroll" }, h("table", {}, h("thead", {}, h("tr", {},
    ["", "Pattern", "Where"].map((name) => h("th", { scope: "col" }, name)))), rows));
  const folded = h("details", { hidden: true }, h("summary"), h("div", { class: "scroll" }, h("table", {}, builtIn)));
  const about = h("div");
  let rules = [];
  let loading = null; // until it is done, nobody knows whether there is such a folder

  async function load() {
    const asked = folder.value;
    let seen = null;
    let problem = "";
    try {
      seen = await get(`/api/policy?${new URLSearchParams({ cwd: asked })}`);
    } catch (error) {
      problem = error.message;
    }
    if (folder.value !== asked) return;
    fill(wrong, said(problem));
    wrong.hidden = !problem;
    folder.setAttribute("aria-invalid", String(!!problem));
    rules = seen?.rules ?? [];
    if (!seen) {
      fill(about);
      show();
      return;
    }
    fill(about,
    seen.problem ? h("p", { class: "warn" }, said(seen.problem)) : h("p", { class: "dim" },
        `${rules.length} rules hold in `, code(seen.cwd), ". What no rule covers: ", badge(seen.default), "."),
      ...seen.warnings.map((sentence) => h("p", { class: "warn" }, said(sentence))));
    show();
  }

  function show() {
    const wanted = filter.value.toLowerCase();
    const found = rules.filter((rule) => Object.values(rule).some((text) => String(text).toLowerCase().includes(wanted)));
    const ours = found.filter((rule) => rule.ships);
    const own = found.filter((rule) => !rule.ships);
    fill(rows, ...own.map(row));
    table.hidden = own.length === 0;
    fill(builtIn, ...ours.map(row));
    folded.hidden = ours.length === 0;
    folded.open = wanted !== "" && ours.length > 0;
    fill(folded.querySelector("summary"), ours.length === 1 ? "1 rule that came with wicket" : `${ours.length} rules that came with wicket`);
  }

  async function tryIt(event) {
    event.preventDefault();
    fill(answer);
    await loading;
    if (!wrong.hidden) return;
    let said_;
    try {
      said_ = await post("/api/policy/try", { command: command.value, cwd: folder.value });
    } catch (error) {
      fill(answer, h("p", { class: "warn" }, said(error.message)));
      return;
    }
    fill(answer,
    h("p", {}, badge(said_.decision), " ", said(said_.reason)),
      said_.fix && h("p", {}, "Instead: ", code(said_.fix)) || "",
      tree(said_.tree));
  }

  fill(main, h("div", { class: "page" }, h("h1", {}, "Policy"),
    h("form", { class: "search", onsubmit: tryIt, "aria-label": "Try a command" },
      h("label", { for: "trycommand" }, "Try a command"), command,
      h("label", { for: "tryfolder" }, "in folder"), folder,
      h("button", { type: "submit", class: "good" }, "Try")),
    wrong,
    h("p", { class: "dim" }, "Nothing is run, except the policy's own validators."),
    answer, h("h2", {}, "Rules"), about, filter,
    table, folded));
  loading = load();
  return () => {};
}

function row(rule) {
  return h("tr", {}, h("td", {}, badge(rule.action)),
    h("td", {}, code(rule.pattern, "span"),
      rule.when && h("div", { class: "dim" }, "when ", code(rule.when)),
      rule.message && h("div", { class: "dim" }, said(rule.message)),
      rule.fix && h("div", { class: "dim" }, "instead: ", code(rule.fix))),
    h("td", { class: "place" }, code(rule.place, "span")));
}
