// "Always allow": says yes to this one, and has a rule written, after showing what that would have changed.

import { post } from "/page/api.js";
import { attempt, code, fill, h, said, tell } from "/page/dom.js";

export function always(sheet, comment, isArmed, deciding) {
  const exact = h("input", { type: "radio", name: "words", checked: true });
  const wider = h("input", { type: "radio", name: "words" });
  const widths = h("fieldset", { hidden: true }, h("legend", {}, "What is allowed"),
    h("label", {}, exact, " Just these words"),
    h("label", {}, wider, " Other files, too"));
  const where = h("select", { id: "where" });
  const place = h("p", { class: "fields", hidden: true }, h("label", {}, "Write it to ", where));
  const preview = h("div", { class: "preview", "aria-live": "polite" });
  const yes = h("button", { type: "button", class: "good", disabled: true, onclick: confirm }, "Write the rule, and approve");
  const dialog = h("dialog", { "aria-labelledby": "alwaystitle", onclose: () => dialog.remove() },
    h("h2", { id: "alwaystitle" }, "Approve this, and always allow it"),
    h("form", { onsubmit: (event) => { event.preventDefault(); confirm(); } },
      widths, preview, place,
      h("div", { class: "buttons" }, yes, h("button", { type: "button", onclick: () => dialog.close() }, "Cancel"))));
  widths.addEventListener("change", look);
  let turn = 0;
  let proposal = null;

  async function look() {
    const mine = ++turn;
    yes.disabled = true;
    fill(preview, h("p", { class: "dim" }, "Looking what it would have allowed…"));
    try {
      const found = await post(`/api/requests/${sheet.id}/rule`, { wide: wider.checked });
      if (mine === turn) draw(found);
    } catch (error) {
      if (mine === turn) fill(preview, h("p", { class: "warn" }, said(error.message)));
    }
  }

  function draw({ shown, rule }) {
    proposal = rule;
    const chosen = where.value;
    widths.hidden = !rule.can_be_widened;
    place.hidden = !rule.places.length || rule.objection !== "";
    fill(where, ...rule.places.map((one) => h("option", { value: one.where, selected: one.where === chosen }, `${one.path}${WHOSE[one.where] ?? ""}`)));
    yes.disabled = rule.objection !== "" || !rule.places.length;
    const also = rule.also_count ? `${rule.also_count} other commands of the record` : "nothing else of the record";
    fill(preview,
      rule.objection && h("p", { class: "warn" }, said(rule.objection)),
      shown.length > 0 && [h("h3", {}, shown.length > 1 ? "Rules" : "Rule"), h("ul", { class: "rules" }, shown.map((line) => h("li", {}, code(line))))],
      shown.length > 0 && !rule.objection && [
        h("p", {}, `It would also have allowed ${also}${rule.also_count ? ":" : "."}`),
        h("ul", { class: "rules" }, rule.also.map((line) => h("li", {}, code(line)))),
        rule.risks.map((risk) => h("p", { class: "warn" }, "Risk: ", said(risk))),
        rule.refused.map((line) => h("p", { class: "warn" }, "Its sandbox, when it ran last: ", said(line)))],
      rule.denials.length > 0 && [h("h3", {}, "Denied before"), h("ul", { class: "rules" }, rule.denials.map((line) => h("li", {}, code(line))))]);
  }

  async function confirm() {
    if (yes.disabled || !isArmed()) return;
    yes.disabled = true;
    dialog.close();
    deciding();
    const chosen = { rules: proposal.rules, where: where.value };
    const done = await attempt(() => post(`/api/requests/${sheet.id}/approve`, { comment, always: chosen }));
    if (done?.written) tell(`The rule stands in ${done.written}.`, { tone: "good" });
  }

  document.body.append(dialog);
  dialog.showModal();
  look();
}

const WHOSE = { person: " (your own)", project: " (the project's, which stays trusted)" };
