// The machines of a fleet: who is there, which wicket and which policy each has, and where its record ends.

import { get } from "/page/api.js";
import { attempt, badge, code, fill, h, said, span } from "/page/dom.js";

const EVERY_MS = 5_000;

export function open(main) {
  const rows = h("tbody");
  const none = h("p", { class: "empty", hidden: true }, "No machine of your groups has been heard of.");
  fill(main, h("div", { class: "page" }, h("h1", {}, "Machines"), h("div", { class: "scroll" }, h("table", {}, h("thead", {}, h("tr", {},
    ["Machine", "Is", "wicket", "Policy", "Waiting", "Record"].map((name) => h("th", { scope: "col" }, name)))), rows)), none));

  async function load() {
    const found = await attempt(() => get("/api/machines"));
    if (!found) return;
    fill(rows, ...found.map(row));
    none.hidden = found.length > 0;
  }

  load();
  const timer = setInterval(load, EVERY_MS);
  return () => clearInterval(timer);
}

function row(one) {
  const late = one.there && Number(one.head.split(":")[0]) > one.archived;
  return h("tr", { "data-machine": `${one.group}/${one.machine}` }, h("td", {}, code(`${one.group}/${one.machine}`)),
    h("td", {}, one.there ? badge("there", "allow") : badge(`away for ${span(one.silent_s)}`, "ask")),
    h("td", {}, said(one.version)),
    h("td", {}, one.digest ? [`${one.number} `, code(one.digest.slice(0, 16))] : h("span", { class: "dim" }, "its own files")),
    h("td", {}, String(one.waiting)),
    h("td", {}, code(one.head.split(":")[0] || "–"), late && h("div", { class: "dim" }, `at the hub: ${one.archived}`)));
}
