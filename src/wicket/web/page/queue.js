// The queue: who waits, all of one request, and the decision.

import { get, post } from "/page/api.js";
import { attempt, badge, code, facts, fill, h, said, span, stages, tell, tree } from "/page/dom.js";
import { line } from "/page/line.js";
import { agree } from "/page/agree.js";
import { always } from "/page/always.js";
import { showExample } from "/page/example.js";
import { isFleet, isPicked, isPicking, notes, pickers, seen, whose } from "/page/fleet.js";
import { tryFirst } from "/page/try_first.js";

// What has only just appeared cannot be meant by a key or a click yet.
const ARM_MS = 500;
// A command that is longer than this, with its environment, has to be seen to its end before it can be approved.
const LONG = 1500;
// So many are denied at once.
const MOST = 4000;
// From so many rows on, there is a field to find one.
const SEVERAL = 6;

const wide = matchMedia("(min-width: 52rem)");

const list = h("ul", { class: "rows", "aria-label": "Requests that wait" });
const example = h("p", { class: "example", hidden: true });
const nobody = h("div", { class: "empty" }, h("p", {}, "Nothing is waiting."),
  h("p", { class: "dim" }, "Requests appear here by themselves."), example);
const search = h("input", { id: "find", type: "search", placeholder: "Find", "aria-label": "Find a request", hidden: true, oninput: sift });
const side = h("div", { class: "side" },
  h("div", { class: "sidehead" },
    h("h1", { id: "waiting" }, "Waiting"),
    h("button", { type: "button", class: "quiet", id: "denyall", onclick: denyAll }, "Deny all…")),
  search, pickers(sift), list);
const detail = h("article", { class: "sheet", "aria-labelledby": "sheettitle", tabindex: "-1" });
const page = h("div", { class: "queue" }, side, detail, nobody);

const groups = new Map(); // by sameness: the tickets of those who want the very same, and their row
const groupOf = new Map(); // by ticket
let current = null; // the sheet that is shown: id, controls, and whether a decision counts yet
let shownRoute = false;

export function open(main, ticket = "") {
  shownRoute = true;
  fill(main, page);
  page.classList.toggle("reading", ticket !== "");
  select(ticket || (wide.matches ? firstTicket() : ""));
  return () => { shownRoute = false; };
}

function firstTicket() { return line.rows.keys().next().value ?? ""; }

// ── the list ─────────────────────────────────────────────────────────────────

function rebuild() {
  groups.clear();
  groupOf.clear();
  list.replaceChildren();
  for (const row of line.rows.values()) join(row);
}

function join(row) {
  seen(row);
  let group = groups.get(row.same);
  if (!group) {
    group = makeGroup(row);
    groups.set(row.same, group);
    list.append(group.item);
  }
  group.tickets.push(row.id);
  groupOf.set(row.id, group);
  if (group.tickets.length > 1) repeat(group);
  group.item.hidden = !isFound(group);
}

function isFound(group) { return group.text.includes(search.value.toLowerCase()) && isPicked(group.row); }

// Show what has the words that are looked for.
function sift() {
  for (const group of groups.values()) group.item.hidden = !isFound(group);
}

function makeGroup(row) {
  const left = h("span", { class: "left" });
  const times = h("span", { class: "badge times", hidden: true });
  const link = h("a", { href: `#/request/${row.id}` },
    code(row.line, "span"),
    h("span", { class: "under" }, row.root && badge("root", "deny"), times, said(row.who), left),
    row.needs && h("span", { class: "under needs" }, "needs ", said(row.needs)));
  return { item: h("li", {}, link), link, left, times, row, tickets: [], same: row.same, text: `${row.line} ${row.who}`.toLowerCase() };
}

function repeat(group) {
  group.times.hidden = group.tickets.length < 2;
  group.times.textContent = `×${group.tickets.length}`;
  group.times.setAttribute("aria-label", `${group.tickets.length} of the same`);
  if (group.link.hash !== `#/request/${group.tickets[0]}`) group.link.href = `#/request/${group.tickets[0]}`;
}

// Somebody has voted: the list says what is still needed, and so does the sheet that is read.
function renew(row) {
  const group = groupOf.get(row.id);
  if (group && group.tickets[0] === row.id) fill(group.link.querySelector(".needs"), "needs ", said(row.needs));
  if (current?.id !== row.id || !current.sheet) return;
  const shown = [...detail.querySelectorAll(".facts dt")].find((one) => one.textContent === "needs");
  if (shown) fill(shown.nextElementSibling, said(row.needs));
}

function leave(ticket) {
  const group = groupOf.get(ticket);
  if (!group) return;
  groupOf.delete(ticket);
  group.tickets = group.tickets.filter((one) => one !== ticket);
  if (group.tickets.length) {
    repeat(group);
    return;
  }
  if (group.item.contains(document.activeElement)) detail.focus();
  group.item.remove();
  groups.delete(group.same);
}

function mark() {
  for (const link of list.querySelectorAll("a[aria-current]")) link.removeAttribute("aria-current");
  const link = current && groupOf.get(current.id)?.link;
  link?.setAttribute("aria-current", "true");
  link?.scrollIntoView({ block: "nearest" });
}

function summary() {
  const empty = line.rows.size === 0;
  page.classList.toggle("nobody", empty && !current);
  document.getElementById("denyall")?.toggleAttribute("hidden", line.rows.size < 2);
  search.hidden = groups.size < SEVERAL && !search.value && !isPicking();
  if (empty && shownRoute && !isFleet) showExample(example);
}

// Once a second: how long there is to decide.
function tick() {
  if (!shownRoute) return;
  for (const group of groups.values()) {
    const text = span(line.rows.get(group.tickets[0]).expires - line.now);
    if (group.left.textContent !== text) group.left.textContent = text;
  }
  if (current?.clock) {
    const row = line.rows.get(current.id);
    if (!row) return;
    const left = row.expires - line.now;
    current.clock.textContent = `${span(left)} to decide`;
    current.clock.classList.toggle("soon", left < 15);
  }
}

// ── one request ──────────────────────────────────────────────────────────────

async function select(ticket) {
  if (current?.id === ticket && ticket && current.state === "waiting") return;
  current = ticket ? { id: ticket, state: "loading" } : null;
  const mine = current;
  mark();
  summary();
  if (!ticket) return detail.replaceChildren();
  try {
    const sheet = await get(`/api/requests/${encodeURIComponent(ticket)}`);
    if (current === mine && mine.state === "loading") draw(sheet); // it may have left meanwhile
  } catch (error) {
    if (current === mine && mine.state === "loading") await gone(ticket, error.message);
  }
  return undefined;
}

// Whoever comes by an old link sees what became of it.
async function gone(ticket, why) {
  const found = isFleet ? null : await get(`/api/tickets/${encodeURIComponent(ticket)}`).catch(() => null);
  if (current?.id !== ticket) return;
  current.state = "over";
  fill(detail, h("h2", { id: "sheettitle" }, "No longer waiting"), h("p", {}, said(why)),
    found && h("p", {}, h("a", { href: `#/record/${found.request}` }, "See what the record says of it")));
}

function draw(sheet) {
  const together = h("p", { class: "dim together", hidden: true });
  const end = h("div", { class: "end" });
  const comment = h("input", { id: "comment", maxlength: 1000, autocomplete: "off", placeholder: "Optional" });
  const button = (label, key, kind, work) => h("button", { type: "button", class: kind, "aria-disabled": "true",
    "aria-keyshortcuts": key, onclick: work }, label, " ", h("kbd", { "aria-hidden": "true" }, key));
  const approve = button(sheet.password ? "Approve without password" : "Approve", "a",
    sheet.password ? "" : "good", () => decide("approve"));
  const deny = button("Deny", "d", "bad", () => decide("deny"));
  const similar = button("Approve similar…", "s", "", () => {
    if (isArmed()) agree(sheet, comment.value, isArmed, () => { current.state = "deciding"; });
  });
  const rule = button("Always allow…", "w", "", () => {
    if (isArmed() && !isFleet) always(sheet, comment.value, isArmed, () => { current.state = "deciding"; });
  });
  const trial = h("div", { class: "trial", "aria-live": "polite" });
  const tryIt = button("Try", "t", "", () => { if (isArmed()) tryFirst(sheet, trial); });
  const anySession = h("input", { type: "checkbox", id: "anysession" });
  const clock = h("span", { class: "clock" });
  current = { ...current, state: "waiting", sheet, clock, together, comment, anySession, approve, deny, similar, rule, tryIt, since: performance.now(), seen: false };

  fill(detail,
    h("div", { class: "sheethead" },
      h("a", { class: "back", href: "#/" }, "‹ All"),
      h("h2", { id: "sheettitle" }, said(sheet.who), sheet.stages.length > 1 ? ` wants to run ${sheet.stages.length} commands` : " wants to run"),
      sheet.root && badge("as root", "deny"), sheet.agent && badge("with your SSH agent", "ask"), clock),
    h("div", { class: "act" }, stages(sheet.stages)),
    sheet.reason && h("p", { class: "reason" }, h("span", { class: "dim" }, "It says: "), said(sheet.reason)),
    facts([...(isFleet ? whose(sheet) : []), ["in folder", sheet.cwd], ["as", sheet.root ? "root" : "the gateway's user"],
      ...sheet.env.map((one) => ["with", one])]),
    end,
    isFleet && notes(sheet),
    sheet.password && h("p", { class: "warn" }, "sudo wants a password here, and a password never goes through the web. Decide in a terminal: ",
      h("code", {}, `${line.program} approve ${sheet.id}`), ". Without one this only runs if sudo lets this very command pass."),
    together,
    h("section", {}, h("h3", {}, "Why you are asked"), h("p", {}, said(sheet.why || "The policy leaves it to you.")),
      sheet.evidence.length > 0 && tree(sheet.evidence)),
    h("details", { class: "about" }, h("summary", {}, "Requester"), h("div", { class: "who" },
      h("div", {}, h("h3", {}, isFleet ? `What ${sheet.machine} says of it` : "What the kernel says"), facts(sheet.verified)),
      h("div", {}, h("h3", {}, "What the request says of itself"),
        sheet.claimed.length ? facts(sheet.claimed, said) : h("p", { class: "dim" }, "Nothing.")))),
    h("form", { class: "decide", onsubmit: (event) => event.preventDefault() },
      trial,
      h("label", { for: "comment" }, "Comment ", h("kbd", { "aria-hidden": "true" }, "c")), comment,
      sheet.hook && h("label", { class: "dim", for: "anysession" }, anySession,
        " If the agent waits no longer: it may try again in another session, too"),
      h("div", { class: "buttons" }, approve, deny, similar, !isFleet && rule, sheet.can_be_tried && tryIt, h("span", { class: "hint", id: "hint" }))));
  scrollTo(0, 0); // what was read to its end was another one
  recount();
  watchEnd(end, sheet);
  tick();
  summary();
}

// How many more want what is read: they come and go meanwhile. A button answers those that it has counted, and as any
// decision only when it has been there for a moment.
function recount() {
  const { sheet, together } = current ?? {};
  if (!together) return;
  const all = groupOf.get(sheet.id)?.tickets.slice(0, MOST) ?? [];
  if (together.counted === all.join()) return;
  together.counted = all.join();
  together.hidden = all.length < 2;
  together.replaceChildren();
  if (together.hidden) return;
  const since = performance.now();
  const settled = (answer) => () => { if (performance.now() - since >= ARM_MS) answer(all); };
  fill(together, `${all.length - 1} more like it. `,
    !sheet.password && h("button", { type: "button", class: "quiet", onclick: settled(approveAll) }, `Approve all ${all.length}`), " ",
    h("button", { type: "button", class: "quiet", onclick: settled(denyThese) }, `Deny all ${all.length}`));
}

function watchEnd(end, sheet) {
  const mine = current;
  const long = [sheet.cwd, ...sheet.env, ...sheet.stages.map((stage) => stage.line)].join("").length > LONG;
  const settle = () => { if (current === mine) arm(); };
  setTimeout(settle, ARM_MS);
  if (!long) {
    mine.seen = true;
    return;
  }
  new IntersectionObserver((entries, observer) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    observer.disconnect();
    mine.seen = true;
    settle();
  }).observe(end);
}

function isArmed() {
  return current?.state === "waiting" && line.isLive && current.seen && performance.now() - current.since >= ARM_MS;
}

// Denying needs no reading.
function mayDeny() {
  return current?.state === "waiting" && line.isLive && performance.now() - current.since >= ARM_MS;
}

function arm() {
  if (current?.state !== "waiting") return;
  for (const button of [current.approve, current.similar, current.rule]) button.setAttribute("aria-disabled", String(!isArmed()));
  current.deny.setAttribute("aria-disabled", String(!mayDeny()));
  current.tryIt.setAttribute("aria-disabled", String(!isArmed()));
  document.getElementById("hint").textContent = current.seen ? "" : "Read to the end of the command to approve it.";
}

// ── deciding ─────────────────────────────────────────────────────────────────

async function decide(what) {
  if (!(what === "deny" ? mayDeny() : isArmed())) return;
  const mine = current;
  mine.state = "deciding";
  for (const button of [mine.approve, mine.deny, mine.similar, mine.rule]) button.setAttribute("aria-disabled", "true");
  const said = mine.comment.value;
  const done = await attempt(() => what === "approve"
    ? post(`/api/requests/${mine.id}/approve`, isFleet ? { digest: mine.sheet.digest, comment: said } : { comment: said, any_session: mine.anySession.checked })
    : post("/api/deny", { ids: [mine.id], because: said }));
  if (!done && current === mine && line.rows.has(mine.id)) {
    mine.state = "waiting";
    arm();
  }
}

async function approveAll(tickets) {
  if (!isArmed()) return;
  const comment = current.comment.value;
  current.state = "deciding";
  const mine = current;
  if (!await attempt(() => post("/api/approve", { ids: tickets, comment, ...(isFleet && { digest: mine.sheet.digest }) })) && current === mine) {
    mine.state = "waiting";
    arm();
  }
}

function denyThese(tickets) {
  if (mayDeny()) deny(tickets, current.comment.value);
}

function deny(ids, because) {
  if (ids.includes(current?.id)) current.state = "deciding";
  return attempt(() => post("/api/deny", { ids, because }));
}

function denyAll() {
  const ids = [...line.rows.keys()].slice(0, MOST);
  const dialog = h("dialog", { "aria-labelledby": "alltitle", onclose: () => dialog.remove() },
    h("h2", { id: "alltitle" }, `Deny all ${ids.length} that wait?`),
    h("div", { class: "buttons" },
      h("button", { type: "button", class: "bad", onclick: () => { dialog.close(); deny(ids, ""); } }, "Deny all"),
      h("button", { type: "button", onclick: () => dialog.close() }, "Cancel")));
  document.body.append(dialog);
  dialog.showModal();
}

// Go to the one after that which is shown, or before it.
function step(by) {
  const links = [...list.querySelectorAll("a")];
  const at = links.findIndex((link) => link.getAttribute("aria-current"));
  const next = links[Math.min(Math.max(at + by, 0), links.length - 1)];
  if (next) {
    location.hash = next.hash;
    next.focus();
  }
}

// What keys do here; each is shown beside what it does. Arrows scroll, unless the list has the focus.
export const keys = {
  j: () => step(1),
  k: () => step(-1),
  a: () => current?.state === "waiting" && decide("approve"),
  d: () => current?.state === "waiting" && decide("deny"),
  s: () => current?.state === "waiting" && current.similar.click(),
  w: () => current?.state === "waiting" && current.rule.click(),
  t: () => current?.state === "waiting" && current.sheet.can_be_tried && current.tryIt.click(),
  c: () => current?.comment?.focus(),
};

// ── what the gateway tells ───────────────────────────────────────────────────

line.addEventListener("whole", () => {
  rebuild();
  if (current && !line.rows.has(current.id) && current.state !== "over") {
    current.state = "unknown"; // it left while nobody could tell us how
    select(current.id);
  }
  else if (shownRoute && !current && wide.matches) select(firstTicket());
  mark();
  recount();
  summary();
  tick();
});

line.addEventListener("change", ({ detail: change }) => {
  for (const [id, word, sentence, key] of change.drop ?? []) {
    leave(id);
    if (current?.id === id) over(id, word, sentence, key);
  }
  for (const row of change.add ?? []) join(row);
  for (const row of change.update ?? []) renew(row);
  for (const [word, sentence] of change.news ?? []) tell(sentence, { tone: word === "approved" ? "good" : "" });
  if (shownRoute && !current && wide.matches) select(firstTicket());
  recount();
  summary();
  tick();
});

function over(id, word, sentence, key) {
  const mine = current.state === "deciding";
  const href = key ? `#/record/${key}` : "";
  const name = current.sheet?.stages.map((stage) => stage.line.split(" ", 1)[0].slice(0, 40)).join(" | ") ?? id;
  if (shownRoute) tell(`${name}: ${sentence || word}`, { tone: word === "approved" ? "good" : "", href });
  if (mine && shownRoute) {
    goOn();
    return;
  }
  current.state = "over";
  fill(detail, h("h2", { id: "sheettitle" }, "No longer waiting"), h("p", {}, said(sentence || word)),
    href && h("p", {}, h("a", { href }, "See what the record says of it")),
    h("p", {}, h("button", { type: "button", onclick: goOn }, "On to those who wait")));
}

function goOn() {
  history.replaceState(null, "", "#/");
  page.classList.remove("reading");
  select(wide.matches ? firstTicket() : "");
}

list.addEventListener("keydown", (event) => {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!by) return;
  event.preventDefault();
  step(by);
});
line.addEventListener("state", arm);
setInterval(tick, 1000);
