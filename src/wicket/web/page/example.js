// A harmless command that a person would be asked about, to try the console with.

import { post } from "/page/api.js";
import { fill, h, tell } from "/page/dom.js";
import { line } from "/page/line.js";

// The first that is asked about is shown. The gateway runs them with few variables, so the last shows no secret.
const HARMLESS = ["date", "sleep 1", "id", "touch hello", "printenv"];

// After a command that nobody has judged, as the machine was busy or the gateway did not answer; each time longer, up to this.
const LONGEST_MS = 60_000;

let looked = false;
let againMs = 1_000;

export async function showExample(example) {
  if (looked) return;
  looked = true;
  for (const command of HARMLESS) {
    const verdict = await post("/api/policy/try", { command, cwd: "" }).catch(() => null);
    if (!verdict?.judged) { // a busy gateway has no verdict, and asks about everything: what it shows now may be allowed later
      setTimeout(() => { looked = false; showExample(example); }, againMs);
      againMs = Math.min(againMs * 2, LONGEST_MS);
      return;
    }
    if (verdict.decision !== "ask" && verdict.decision !== "pass") continue; // here, what is left to agents is asked about
    const words = `${line.program} run -- ${command}`;
    const copy = h("button", { type: "button", class: "quiet", onclick: () =>
      navigator.clipboard.writeText(words).then(() => tell("Copied."), () => tell("The browser does not let the page copy.")) }, "Copy");
    fill(example, "To try it, run this in another terminal: ", h("code", {}, words), " ", copy);
    example.hidden = false;
    return;
  }
}
