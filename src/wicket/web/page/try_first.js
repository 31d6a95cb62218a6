// "Try": shows what a request would change, before the answer. It runs in a throw-away copy, and the request waits on.

import { post } from "/page/api.js";
import { fill, h, said } from "/page/dom.js";

let isTrying = false;

export async function tryFirst(sheet, place) {
  if (isTrying) return;
  isTrying = true;
  fill(place, h("p", { class: "dim" }, "Trying it in a throw-away copy…"));
  try {
    const { lines } = await post(`/api/requests/${sheet.id}/try`);
    fill(place, h("h3", {}, "What it would change"),
      h("pre", { class: "changes", tabindex: "0" }, lines.map((line) => [said(line), "\n"])));
  } catch (error) {
    fill(place, h("p", { class: "warn" }, said(error.message)));
  } finally {
    isTrying = false;
  }
}
