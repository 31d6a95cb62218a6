// Two commands in plain Node: /now shows the time, /at CITY inserts that of another zone into the editor.
import { createInterface } from "node:readline";

const say = (frame) => process.stdout.write(JSON.stringify(frame) + "\n");
const clock = (zone) => new Date().toLocaleTimeString("en-GB", { timeZone: zone });

function answer({ name, args }) {
  if (name === "now") return { action: "display", display: `It is ${clock()}.` };
  try {
    return { action: "insert", insert: `${clock(args)} (${args})` };
  } catch {
    return { action: "noop", error: `no time zone is called ${JSON.stringify(args)}; try Europe/Berlin` };
  }
}

say({ type: "hello", name: "clock", version: "1.0.0", capabilities: ["commands"] });
say({ type: "register_command", name: "now", description: "show the time" });
say({ type: "register_command", name: "at", description: "insert the time of a zone" });
say({ type: "ready" });

for await (const line of createInterface({ input: process.stdin })) {
  const frame = JSON.parse(line);
  if (frame.type === "command_invoked") say({ type: "command_response", id: frame.id, ...answer(frame) });
  if (frame.type === "shutdown") {
    say({ type: "shutdown_ack" });
    break;
  }
}
