// The record: found by words and filters, newest first, and the story of one request.

import { get } from "/page/api.js";
import { attempt, badge, code, facts, fill, h, said, stages, time, tree } from "/page/dom.js";
import { isFleet } from "/page/fleet.js";
import { line } from "/page/line.js";
import { prover } from "/page/prove.js";

const DECISIONS = ["", "approved", "denied", "asked", "passed", "expired", "withdrawn", "refused", "closed"];
const TONES = { approved: "allow", denied: "deny", refused: "deny", expired: "ask", withdrawn: "pass", closed: "pass" };

const remembered = { group: "", machine: "", text: "", decision: "", session: "", cwd: "", exit: "", since: "", until: "", trials: "" };

export function open(main, request = "") {
  return request ? story(main, request) : search(main);
}

function search(main) {
  const field = (name, label, attributes) => h("label", {}, label, " ",
    h("input", { name, value: remembered[name], autocomplete: "off", ...attributes }));
  const decision = h("select", { name: "decision" }, DECISIONS.map((one) =>
    h("option", { value: one, selected: one === remembered.decision }, one || "any decision")));
  const trials = h("input", { type: "checkbox", name: "trials", value: "yes", checked: remembered.trials === "yes" });
  const rows = h("tbody");
  const none = h("p", { class: "empty", hidden: true }, "Nothing of that kind is recorded.");
  const more = h("button", { type: "button", hidden: true, onclick: () => load(before) }, "Show older");
  let before = null;
  let turn = 0;
  let later = 0;

  const form = h("form", { class: "search", role: "search", "aria-label": "The record", onsubmit: (event) => event.preventDefault(),
    oninput: () => { clearTimeout(later); later = setTimeout(() => load(null), 200); } },
  field("text", "Words", { type: "search", placeholder: "of the command, reason, session or folder" }),
  isFleet ? [field("group", "Group"), field("machine", "Machine")] : h("label", {}, "Decision ", decision),
  h("details", {}, h("summary", {}, "More filters"), h("div", { class: "fields" },
    !isFleet && [field("session", "Session"), field("cwd", "Folder"), field("exit", "Exit code", { type: "number", class: "short" })],
    field("since", "From", { type: "datetime-local" }), field("until", "Until", { type: "datetime-local" }),
    !isFleet && h("label", {}, trials, " Also what ", h("code", {}, "wicket verify"), " has tried"))));

  async function load(from) {
    const mine = ++turn;
    const asked = new URLSearchParams();
    remembered.trials = ""; // a box that is not ticked is not among the form's data
    for (const [name, value] of new FormData(form)) {
      remembered[name] = value;
      if (value) asked.set(name, name === "since" || name === "until" ? Date.parse(value) / 1000 : value);
    }
    if (from !== null) asked.set("before", from);
    const found = await attempt(() => get(`/api/record?${asked}`));
    if (!found || mine !== turn) return;
    if (from === null) rows.replaceChildren();
    rows.append(...found.items.map(row));
    before = found.before;
    more.hidden = before === null;
    none.hidden = rows.children.length > 0;
  }

  fill(main, h("div", { class: "page" }, h("h1", {}, "Record"), isFleet && prover(), form,
    h("div", { class: "scroll" }, h("table", {}, h("thead", {}, h("tr", {},
      ["When", "Decision", "Command", "Exit"].map((name) => h("th", { scope: "col" }, name)))), rows)),
    none, h("div", { class: "buttons" }, more)));
  load(null);

  // What is new comes in at the top, unless somebody is reading further down.
  const news = ({ detail }) => {
    if (!detail.recorded || rows.children.length > 50) return;
    clearTimeout(later);
    later = setTimeout(() => load(null), 300);
  };
  line.addEventListener("change", news);
  return () => {
    clearTimeout(later);
    line.removeEventListener("change", news);
  };
}

function row(item) {
  return h("tr", {}, h("td", {}, time(item.at)),
    h("td", {}, badge(item.decision, TONES[item.decision] ?? "")),
    h("td", {}, h("a", { href: `#/record/${item.request}` }, code(item.line, "span")),
      h("div", { class: "dim" }, item.root && [badge("root", "deny"), " "], said(item.how), item.session && [" · ", said(item.session)])),
    h("td", { class: item.exit === null ? "" : "exit" }, item.exit === null ? h("span", { class: "none" }, "–") : String(item.exit)));
}

function story(main, request) {
  const page = h("div", { class: "page" }, h("p", {}, h("a", { href: "#/record" }, "‹ Record")), h("h1", {}, "One request"));
  fill(main, page);
  const chapters = h("ol", { class: "story" });
  page.append(chapters);
  const load = async () => {
    const found = await attempt(() => get(`/api/record/${encodeURIComponent(request)}`));
    if (found) fill(chapters, ...found.map(chapter));
  };
  const news = ({ detail }) => detail.recorded && setTimeout(load, 200);
  line.addEventListener("change", news);
  load();
  return () => line.removeEventListener("change", news);
}

function chapter(one) {
  return h("li", {},
    h("h2", {}, badge(one.title, TONES[one.tone] ?? one.tone), " ", time(one.at)),
    one.stages.length > 0 && stages(one.stages),
    facts(one.facts, said),
    one.evidence.length > 0 && h("details", { open: true }, h("summary", {}, "Evidence"), tree(one.evidence)),
    one.output.map(([name, text]) => h("details", { open: true }, h("summary", {}, name), h("pre", { class: "said", tabindex: 0 }, text))));
}
