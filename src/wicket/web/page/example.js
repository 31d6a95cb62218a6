// A harmless command that a person would be asked about, to try the console with.

import { post } from "/page/api.js";
import { fill, h, tell } from "/page/dom.js";
import { line } from "/page/line.js";

// The first that is asked about is shown. The gateway runs them with few variables, so the last shows no secret.
const HARMLESS = ["date", "sleep 1", "id", "touch hello", "printenv"];

// After a command could not be judged in time, as the machine was busy.
const AGAIN_MS = 2000;

let looked = false;

export async function showExample(example) {
  if (looked) return;
  looked = true;
  for (const command of HARMLESS) {
    const verdict = await post("/api/policy/try", { command, cwd: "" }).catch(() => null);
    if (verdict?.judged === false) {
      looked = false;
      setTimeout(() => showExample(example), AGAIN_MS);
      return;
    }
    if (verdict?.decision !== "ask" && verdict?.decision !== "pass") continue; // here, what is left to agents is asked about
    const words = `${line.program} run -- ${command}`;
    const copy = h("button", { type: "button", class: "quiet", onclick: () =>
      navigator.clipboard.writeText(words).then(() => tell("Copied."), () => tell("The browser does not let the page copy.")) }, "Copy");
    fill(example, "To try it, run this in another terminal: ", h("code", {}, words), " ", copy);
    example.hidden = false;
    return;
  }
}
