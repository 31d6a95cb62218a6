// Makes elements. Text only ever becomes text: there is no way in here to turn a string into markup.

const parts = (children) => children.flat(Infinity).filter((child) => child != null && child !== false && child !== "");

export function h(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value != null) element.setAttribute(key, value);
  }
  element.append(...parts(children));
  return element;
}

// Put these into an element, in the place of whatever is there.
export function fill(element, ...children) {
  element.replaceChildren(...parts(children));
}

// Words of others. They stand in a box of their own direction, so that they cannot turn around what is beside them.
export const said = (text, kind = "span") => h(kind, { class: "said" }, words(text));
export const code = (text, kind = "code") => h(kind, { class: "said code" }, words(text));

// Words from this length on may not fit a line. All others are kept whole: a browser would break `-n` behind its dash.
const LONG = 20;
const BREAKABLE = /(\S{20,}|\S*[^\sA-Za-z0-9]\S*)/;
const words = (text) => String(text).split(BREAKABLE).map((piece, at) =>
  (at % 2 ? h("span", { class: piece.length < LONG ? "whole" : "long" }, piece) : piece));

// A break within a word is no space: a word that goes over several lines is tinted from its beginning to its end.
let isMarking = false;
function mark() {
  isMarking = false;
  const found = [...document.querySelectorAll(".long:not(.rows .long)")].map((word) => [word, word.getClientRects().length > 1]);
  for (const [word, isBroken] of found) word.classList.toggle("broken", isBroken);
}
function markSoon() {
  if (!isMarking) requestAnimationFrame(mark);
  isMarking = true;
}
new MutationObserver(markSoon).observe(document.body, { childList: true, subtree: true });
addEventListener("resize", markSoon);
addEventListener("toggle", markSoon, true);

export const badge = (text, tone = text) => h("span", { class: `badge ${tone}` }, text);

export function facts(pairs, shown = code) {
  return h("dl", { class: "facts" }, pairs.map(([name, value]) => [h("dt", {}, name), h("dd", {}, shown(value))]));
}

// Each command on a line of its own, numbered in a column that no text of a requester can reach.
export function stages(list) {
  return h("ol", { class: "stages" }, list.map((stage) => h("li", {},
    h("div", {}, code(stage.line, "div"),
      stage.program && h("div", { class: "program" }, h("span", { class: "dim" }, "runs "), code(stage.program))))));
}

export function tree(nodes) {
  return h("ul", { class: "tree" }, nodes.map((node) => h("li", {},
    node.tone && [badge(node.tone), " "], said(node.text), node.children.length > 0 && tree(node.children))));
}

export const time = (seconds) => {
  const date = new Date(seconds * 1000);
  const today = date.toDateString() === new Date().toDateString();
  const shown = today ? date.toLocaleTimeString() : date.toLocaleString();
  return h("time", { datetime: date.toISOString(), title: date.toLocaleString() }, shown);
};

export function span(seconds) {
  const left = Math.max(0, Math.ceil(seconds));
  if (left < 100) return `${left} s`;
  if (left < 5400) return `${Math.round(left / 60)} min`;
  return `${Math.round(left / 3600)} h`;
}

const news = document.getElementById("news");
const NEWS_CHARS = 160;

// Tell the person something, for a while; a screen reader says it.
export function tell(text, { tone = "", href = "" } = {}) {
  const short = text.length > NEWS_CHARS ? `${text.slice(0, NEWS_CHARS)}…` : text;
  const note = h("p", { class: `note ${tone}` }, said(short), href && [" ", h("a", { href }, "details")]);
  news.append(note);
  while (news.children.length > 4) news.firstChild.remove();
  setTimeout(() => note.remove(), 6000);
}

export const forget = () => news.replaceChildren();

export async function attempt(work) {
  try {
    return await work();
  } catch (error) {
    tell(error.message, { tone: "bad" });
    return undefined;
  }
}
