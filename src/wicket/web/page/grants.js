// What was agreed to in advance, and how to take it back.

import { post } from "/page/api.js";
import { attempt, badge, code, fill, h, said, span, stages, tell } from "/page/dom.js";
import { line } from "/page/line.js";

export function open(main) {
  const cards = h("div", { class: "cards" });
  fill(main, h("div", { class: "page" }, h("h1", {}, "Grants"),
    h("p", { class: "dim" }, "Agreements in advance, made with “Approve similar”. What a rule denies stays denied."), cards));
  let shown = [];
  const inForce = () => line.grants.filter((grant) => grant.expires > line.now);
  const draw = () => {
    shown = inForce();
    fill(cards, shown.length ? shown.map(card) : h("p", { class: "empty" }, "Nothing is agreed to in advance."));
  };
  const news = ({ detail }) => detail.grants && draw();
  const clock = setInterval(() => {
    if (inForce().length !== shown.length) draw();
    for (const grant of shown) document.getElementById(`left-${grant.id}`).textContent = span(grant.expires - line.now);
  }, 1000);
  line.addEventListener("whole", draw);
  line.addEventListener("change", news);
  draw();
  return () => {
    clearInterval(clock);
    line.removeEventListener("whole", draw);
    line.removeEventListener("change", news);
  };
}

function card(grant) {
  const revoke = async () => {
    if (await attempt(() => post(`/api/grants/${grant.id}/revoke`))) tell("The grant is revoked.");
  };
  return h("article", { class: "card", "aria-label": `Grant ${grant.id}` },
    stages(grant.stages.map((text) => ({ line: text }))),
    h("dl", { class: "facts" },
      h("dt", {}, "covers, say"), h("dd", {}, code(grant.covers)),
      h("dt", {}, "but not"), h("dd", {}, code(grant.spares)),
      h("dt", {}, "asked by"), h("dd", {}, code(grant.executable), " in its session"),
      h("dt", {}, "in folder"), h("dd", {}, code(grant.cwd)),
      h("dt", {}, "agreed by"), h("dd", {}, said(grant.by)),
      h("dt", {}, "left"), h("dd", {}, `${grant.left} of ${grant.times} times, `,
        h("span", { id: `left-${grant.id}` }, span(grant.expires - line.now)))),
    h("div", { class: "buttons" }, grant.privileged && badge("root", "deny"),
      h("button", { type: "button", class: "bad", onclick: revoke }, "Revoke")));
}
