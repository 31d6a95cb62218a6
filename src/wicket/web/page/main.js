// Starts the page: who is signed in, which part is open, what keys do, and when to make oneself heard.

import { isSignedIn, signIn, signOut, takeToken } from "/page/api.js";
import { fill, forget, h } from "/page/dom.js";
import { isFleet, namedInNotice } from "/page/fleet.js";
import { line } from "/page/line.js";
import * as queue from "/page/queue.js";

const main = document.getElementById("main");
const PAGES = isFleet ? ["queue", "machines", "rollout", "record"] : ["queue", "grants", "record", "extensions", "policy"];
let close = () => {};
let turn = 0;

// ── which part is open ───────────────────────────────────────────────────────

async function route() {
  const isTorn = takeToken();
  if (!isSignedIn()) return askForToken(isTorn ? "The token in this link is not whole. Copy the link as it was printed." : "");
  line.run();
  const [, name = "", rest = ""] = location.hash.split("/");
  const argument = name === "fleet" ? namedInNotice(location.hash) : rest;
  const page = name === "request" || !PAGES.includes(name) ? "queue" : name;
  const mine = ++turn;
  const module = page === "queue" ? queue : await import(`/page/${page}.js`);
  if (mine !== turn) return undefined; // somebody was faster than the network
  close();
  if (main.dataset.page !== page) forget();
  close = module.open(main, decodeURIComponent(argument));
  main.dataset.page = page;
  for (const link of document.querySelectorAll("nav a")) {
    if (link.dataset.page === page) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  return undefined;
}

function askForToken(sentence = "") {
  turn += 1;
  close();
  close = () => {};
  signOut();
  showWord("signed out");
  const token = h("input", { id: "token", type: "password", autocomplete: "off", required: true });
  const enter = (event) => {
    event.preventDefault();
    signIn(token.value.trim().replace(/^.*#token=/, ""));
    route();
  };
  fill(main, h("div", { class: "page narrow" }, h("h1", {}, "Who is there?"),
    sentence && h("p", { class: "warn" }, sentence),
    h("p", {}, "Open the link that ", h("code", {}, isFleet ? "wicket fleet console" : "wicket serve"), " printed, or paste it here. Each start has a new one."),
    h("form", { class: "search", onsubmit: enter }, h("label", { for: "token" }, "Link or token"), token,
      h("button", { type: "submit", class: "good" }, "Sign in"))));
  token.focus();
}

// ── what the head shows ──────────────────────────────────────────────────────

const WORDS = { connecting: "connecting", live: "live", lost: "reconnecting", "signed out": "signed out" };

function showWord(word) {
  const state = document.getElementById("state");
  state.textContent = WORDS[word];
  state.dataset.state = word;
}

function showState() {
  showWord(line.state);
  document.getElementById("lost").hidden = line.state !== "lost";
  if (line.state === "signed out" && isSignedIn()) askForToken("The token is not this gateway's, or the gateway was started anew.");
}

function showCount() {
  const count = document.getElementById("count");
  count.textContent = line.rows.size;
  count.hidden = line.rows.size === 0;
  count.setAttribute("aria-label", `${line.rows.size} waiting`);
  document.title = line.rows.size ? `(${line.rows.size}) wicket` : "wicket";
}

function showWarnings() {
  const warnings = document.getElementById("warnings");
  warnings.hidden = line.warnings.length === 0;
  warnings.textContent = line.warnings.join("\n");
}

// For whoever listens rather than looks.
let spoken = 0;
line.addEventListener("change", ({ detail }) => {
  if (!detail.add || Date.now() - spoken < 2000) return;
  spoken = Date.now();
  document.getElementById("spoken").textContent = `A request waits: ${detail.add[0].line}`;
});

line.addEventListener("state", showState);
for (const kind of ["whole", "change"]) {
  line.addEventListener(kind, showCount);
  line.addEventListener(kind, showWarnings);
}
addEventListener("online", () => line.hurry());
addEventListener("hashchange", route);

// ── notifications ────────────────────────────────────────────────────────────

const notify = document.getElementById("notify");
const wanted = () => "Notification" in window && localStorage.getItem("wicket-notify") === "yes" && Notification.permission === "granted";
let isNotifier = false;

function showNotify() {
  if (!("Notification" in window)) return;
  notify.hidden = false;
  notify.textContent = wanted() ? "Notifying" : "Notify me";
  notify.setAttribute("aria-pressed", String(wanted()));
  notify.title = Notification.permission === "denied" ? "This browser forbids it; see its settings for this site" : "When a request waits and this page is out of sight";
}

notify.addEventListener("click", async () => {
  if (wanted()) localStorage.removeItem("wicket-notify");
  else if (await Notification.requestPermission() === "granted") localStorage.setItem("wicket-notify", "yes");
  showNotify();
});

line.addEventListener("change", ({ detail }) => {
  if (!detail.add || !document.hidden || !isNotifier || !wanted()) return;
  const [first] = detail.add;
  const note = new Notification("A request waits", { body: first.line, tag: "wicket" });
  note.onclick = () => { window.focus(); location.hash = `#/request/${first.id}`; note.close(); };
});

// Of all tabs one stays connected out of sight, to notify.
navigator.locks?.request("wicket-notifier", () => {
  isNotifier = true;
  return new Promise(() => {});
});
document.addEventListener("visibilitychange", () => line.pause(document.hidden && !(isNotifier && wanted())));

// ── keys ─────────────────────────────────────────────────────────────────────

const HELP = [["j k", "the next request, the one before"], ["a", "approve"], ["d", "deny"], ["s", "approve similar"],
  ...(isFleet ? [] : [["w", "always allow: write a rule"], ["t", "try it in a throw-away copy"]]), ["c", "comment"], isFleet ? [`1 … 4`, "inbox, machines, policies, record"] : ["1 … 5", "queue, grants, record, extensions, policy"], ["?", "this"]];
const areOn = () => localStorage.getItem("wicket-keys") !== "off";

function help() {
  const toggle = h("input", { type: "checkbox", checked: areOn(), onchange: () => localStorage.setItem("wicket-keys", toggle.checked ? "on" : "off") });
  const dialog = h("dialog", { "aria-labelledby": "helptitle", onclose: () => dialog.remove() },
    h("h2", { id: "helptitle" }, "Keys"),
    h("dl", { class: "facts" }, HELP.map(([key, what]) => [h("dt", {}, key.split(" ").map((one) => h("kbd", {}, one))), h("dd", {}, what)])),
    h("p", {}, h("label", {}, toggle, " Single keys do something")),
    h("p", { class: "dim" }, "A decision counts only half a second after the request appeared."),
    h("div", { class: "buttons" }, h("button", { type: "button", onclick: () => dialog.close() }, "Close")));
  document.body.append(dialog);
  dialog.showModal();
}

document.getElementById("keys").addEventListener("click", help);
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || document.querySelector("dialog[open]")) return;
  const typing = event.target.closest("input, textarea, select, summary");
  if (typing) {
    if (event.key === "Escape") typing.blur();
    return;
  }
  const page = event.key >= "1" && event.key <= String(PAGES.length) ? PAGES[event.key - 1] : "";
  const work = event.key === "?" ? help : !areOn() || !isSignedIn() ? null
    : page ? () => { location.hash = page === "queue" ? "#/" : `#/${page}`; }
    : main.dataset.page === "queue" ? queue.keys[event.key] : null;
  if (!work) return;
  event.preventDefault();
  work();
});

showNotify();
route();
