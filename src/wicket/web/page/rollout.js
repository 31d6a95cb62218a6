// The policy of each group, ring by ring: which machine enforces what it should, and who is behind since when.

import { get } from "/page/api.js";
import { attempt, badge, code, fill, h, said, time } from "/page/dom.js";

const EVERY_MS = 5_000;
const TONES = { "in force": "allow", behind: "deny", away: "ask" };

export function open(main) {
  const groups = h("div", { class: "cards" });
  fill(main, h("div", { class: "page" }, h("h1", {}, "Policies"), groups));

  async function load() {
    const found = await attempt(() => get("/api/rollout"));
    if (found) fill(groups, ...found.map(card));
  }

  load();
  const timer = setInterval(load, EVERY_MS);
  return () => clearInterval(timer);
}

function card(one) {
  const all = [...one.within, ...one.others];
  const behind = all.filter((machine) => machine.says === "behind").length;
  return h("section", { class: "card", "data-group": one.group }, h("h2", {}, said(one.group)),
    one.number === 0 ? h("p", { class: "dim" }, "This group has no policy of the fleet.")
      : h("p", {}, `Policy ${one.number}, signed `, time(one.issued), ", counts until ", time(one.expires), "; for ", said(one.ring), "."),
    h("p", {}, behind ? badge(`${behind} behind`, "deny") : badge("nobody is behind", "allow")),
    one.within.length > 0 && ring("In the ring", one.within),
    one.others.length > 0 && ring(one.number ? "Not in the ring" : "Machines", one.others));
}

function ring(name, machines) {
  return h("div", {}, h("h3", {}, name), h("table", {}, h("tbody", {}, machines.map((one) => h("tr", {},
    h("td", {}, code(one.machine)), h("td", {}, badge(one.says, TONES[one.says] ?? "")),
    h("td", {}, one.number ? [`has ${one.number} `, code(one.digest.slice(0, 16))] : "has none", one.should ? `, should have ${one.should}` : ""),
    h("td", {}, one.behind_since !== null && ["since ", time(one.behind_since)]))))));
}
