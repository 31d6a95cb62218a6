// What the console of a fleet adds to that of one gateway: whose a request is, which votes it needs, and finding by that.

import { h, said } from "/page/dom.js";

export const isFleet = document.documentElement.dataset.console === "fleet";

// Where a link of a notice leads: `fleet/GROUP/MACHINE/TICKET`.
export const namedInNotice = (hash) => hash.split("/").slice(2).map(decodeURIComponent).join(".");

const KINDS = { user: "as the gateway's user", root: "as root" };
const picks = { group: new Set(), machine: new Set(), kind: new Set() };
const LABELS = { group: "group", machine: "machine", kind: "class" };
const lists = Object.fromEntries(Object.entries(LABELS).map(([name, label]) =>
  [name, h("select", { id: `pick${name}`, "aria-label": `Only this ${label}` }, h("option", { value: "" }, `any ${label}`))]));

export function pickers(changed) {
  for (const list of Object.values(lists)) list.addEventListener("change", changed);
  return h("div", { class: "fields picks", hidden: !isFleet }, Object.values(lists));
}

// A group, machine or class that was seen once can be picked from then on.
export function seen(row) {
  if (!isFleet) return;
  for (const [name, known] of Object.entries(picks)) {
    if (known.has(row[name])) continue;
    known.add(row[name]);
    lists[name].append(h("option", { value: row[name] }, name === "kind" ? KINDS[row[name]] : row[name]));
  }
}

export const isPicked = (row) => !isFleet || Object.entries(lists).every(([name, list]) => !list.value || list.value === row[name]);
export const isPicking = () => isFleet && Object.values(lists).some((list) => list.value);

export function whose(sheet) {
  return [["on", `${sheet.group}/${sheet.machine}`], ["needs", sheet.needs], ["policy", sheet.policy ? sheet.policy.slice(0, 16) : "its own files"]];
}

export function notes(sheet) {
  return [sheet.lookers.length > 0 && h("p", { class: "dim", id: "lookers" }, "Opened within the last minute by ", said(sheet.lookers.join(", ")), "."),
    sheet.note && h("p", { class: "warn" }, sheet.note)];
}
