// Proves the records of all machines: their entries are read, and each hash is computed again by the console.

import { get, post } from "/page/api.js";
import { attempt, badge, code, fill, h, said } from "/page/dom.js";

export function prover() {
  const found = h("ul", { class: "plain", id: "proofs", "aria-live": "polite" });
  const start = h("button", { type: "button", onclick: prove }, "Prove the records");

  async function prove() {
    start.disabled = true;
    fill(found);
    for (const machine of await attempt(() => get("/api/machines")) ?? []) {
      const proof = await attempt(() => post("/api/prove", { group: machine.group, machine: machine.machine }));
      if (proof) found.append(line(proof));
    }
    start.disabled = false;
  }

  return h("section", {}, h("div", { class: "buttons" }, start, h("span", { class: "dim" }, "The newest entries of each machine; all of them: ",
    h("code", {}, "wicket fleet audit verify"), " at the hub.")), found);
}

function line(proof) {
  return h("li", {}, proof.problems.length ? badge("not whole", "deny") : badge("whole", "allow"), " ", code(`${proof.group}/${proof.machine}`),
    ` ${proof.proven} entries from ${proof.first} on`, proof.unread > 0 && `, ${proof.unread} too large to be read here`, ", up to ", code(proof.head.slice(0, 24) || "nothing"),
    proof.problems.map((problem) => h("div", { class: "warn" }, said(problem))));
}
