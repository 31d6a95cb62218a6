// "Approve similar": says yes to this one, and in advance to what is like it, after showing how far that goes.

import { post } from "/page/api.js";
import { isFleet } from "/page/fleet.js";
import { attempt, code, fill, h, said, stages } from "/page/dom.js";

const SPANS = [[600, "10 minutes"], [3600, "1 hour"], [28800, "8 hours"], [86400, "24 hours"]];

export function agree(sheet, comment, isArmed, deciding) {
  const times = h("input", { id: "times", type: "number", min: 1, max: 1000, value: 5, required: true });
  const seconds = h("select", { id: "seconds" }, SPANS.map(([value, label]) => h("option", { value }, label)));
  const exact = h("input", { type: "radio", name: "width", checked: true });
  const wider = h("input", { type: "radio", name: "width" });
  const preview = h("div", { class: "preview", "aria-live": "polite" });
  const yes = h("button", { type: "button", class: "good", onclick: confirm }, "Approve, and agree to the rest");
  const dialog = h("dialog", { "aria-labelledby": "agreetitle", onclose: () => dialog.remove() },
    h("h2", { id: "agreetitle" }, "Approve this, and what is like it"),
    h("form", { onsubmit: (event) => { event.preventDefault(); confirm(); }, oninput: look },
      h("p", { class: "fields" }, h("label", {}, "Up to ", times, " more times"), h("label", {}, "within ", seconds)),
      h("fieldset", {}, h("legend", {}, "What is covered"),
        h("label", {}, exact, " Exactly these commands"),
        h("label", {}, wider, " The last words may vary, where that is harmless")),
      preview,
      h("div", { class: "buttons" }, yes, h("button", { type: "button", onclick: () => dialog.close() }, "Cancel"))));
  let turn = 0;

  const terms = () => ({ times: Number(times.value), seconds: Number(seconds.value), similar: wider.checked });

  async function look() {
    const mine = ++turn;
    yes.disabled = !isFleet;
    if (isFleet) return fill(preview, h("p", { class: "dim" }, "It is part of your vote: the machine agrees to it if all who vote give the same."));
    try {
      const grant = await post(`/api/requests/${sheet.id}/preview`, terms());
      if (mine !== turn) return;
      yes.disabled = false;
      fill(preview,
    h("h3", {}, "Agreed to"), stages(grant.stages.map((line) => ({ line }))),
        h("dl", { class: "facts" },
          h("dt", {}, "covers, say"), h("dd", {}, code(grant.covers)),
          h("dt", {}, "but not"), h("dd", {}, code(grant.spares)),
          h("dt", {}, "asked by"), h("dd", {}, code(grant.executable), " in its present session, in ", code(grant.cwd))));
    } catch (error) {
      if (mine === turn) fill(preview, h("p", { class: "warn" }, said(error.message)));
    }
  }

  async function confirm() {
    if (yes.disabled || !isArmed()) return;
    yes.disabled = true;
    dialog.close();
    deciding();
    await attempt(() => post(`/api/requests/${sheet.id}/approve`, { comment, terms: terms(), ...(isFleet && { digest: sheet.digest }) }));
  }

  document.body.append(dialog);
  dialog.showModal();
  look();
}
