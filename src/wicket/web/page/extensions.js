// Hosted extensions: how they are, what they offer, what they wrote, and a new start.

import { get, post } from "/page/api.js";
import { attempt, badge, code, fill, h, said, tell } from "/page/dom.js";

const SCOPES = { explicit: "from --ext" };
const TONES = { ready: "allow", starting: "ask", failed: "deny", gone: "deny", untrusted: "ask" };

export function open(main) {
  const cards = h("div", { class: "cards" });
  fill(main, h("div", { class: "page" }, h("h1", {}, "Extensions"), cards));

  async function load() {
    const seen = await attempt(() => get("/api/extensions"));
    if (seen === undefined) return;
    if (!seen) return fill(cards, h("p", { class: "empty" }, "This gateway runs no extensions."));
    return fill(cards,
    ...seen.problems.map((sentence) => h("p", { class: "warn" }, said(sentence))),
      ...seen.extensions.map((one) => card(one, load)),
      ...(seen.extensions.length ? [] : [h("p", { class: "empty" }, "No extension is installed. ", h("code", {}, "wicket ext install FOLDER"), " adds one, ", h("code", {}, "wicket ext new NAME"), " begins one of your own.")]));
  }
  load();
  return () => {};
}

function card(one, reload) {
  const log = h("pre", { class: "said", tabindex: 0, "aria-label": `Log of ${one.name}` });
  const showLog = async (event) => {
    if (!event.target.open) return;
    const found = await attempt(() => get(`/api/extensions/${encodeURIComponent(one.name)}/log`));
    log.textContent = found ? found.log || "It has written nothing." : "";
    log.scrollTop = log.scrollHeight;
  };
  const restart = async (event) => {
    event.target.disabled = true;
    const done = await attempt(() => post(`/api/extensions/${encodeURIComponent(one.name)}/restart`));
    if (done) tell(done.said);
    reload();
  };
  const offers = (name, list, sign) => list.length > 0 && [h("dt", {}, name), h("dd", {}, h("ul", { class: "plain" },
    list.map(([title, text]) => h("li", {}, code(sign + title), " ", h("span", { class: "dim" }, said(text))))))];
  return h("article", { class: "card", "aria-label": `Extension ${one.name}` },
    h("h2", {}, said(one.name), " ", h("span", { class: "dim" }, said(one.version)), " ", badge(one.state, TONES[one.state] ?? "pass")),
    one.description && h("p", {}, said(one.description)),
    one.problems.map((sentence) => h("p", { class: "warn" }, said(sentence))),
    h("dl", { class: "facts" },
      offers("tools", one.tools, ""), offers("commands", one.commands, "/"),
      one.intercepts.length > 0 && [h("dt", {}, "guards"), h("dd", {}, said(one.intercepts.join(", ")), `; if it fails: ${one.guard}`)],
      one.withheld.length > 0 && [h("dt", {}, "withheld"), h("dd", {}, said(one.withheld.join(", ")))],
      h("dt", {}, SCOPES[one.scope] ?? one.scope), h("dd", {}, code(one.folder))),
    h("details", { ontoggle: showLog }, h("summary", {}, "Log"), log),
    h("div", { class: "buttons" }, h("button", { type: "button", onclick: restart }, "Restart")));
}
