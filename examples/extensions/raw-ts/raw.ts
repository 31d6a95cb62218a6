// A tool in raw TypeScript. Node 22.6 or later runs it as it is; so do deno, bun and tsx.
import { createInterface } from "node:readline";

type Frame =
  | { type: "tool_call"; id: string; name: string; args: { text?: unknown } }
  | { type: "hello_ack"; model: string }
  | { type: "shutdown" };

const say = (frame: Record<string, unknown>): boolean => process.stdout.write(JSON.stringify(frame) + "\n");

function countWords(text: unknown): { text: string; failed: boolean } {
  if (typeof text !== "string") return { text: "text: a string is needed", failed: true };
  return { text: String(text.split(/\s+/).filter(Boolean).length), failed: false };
}

const schema = { type: "object", properties: { text: { type: "string" } }, required: ["text"] };
say({ type: "hello", name: "raw-ts", version: "1.0.0", capabilities: ["tools"] });
say({ type: "register_tool", name: "count_words", description: "Count the words of a text.", schema });
say({ type: "ready" });

for await (const line of createInterface({ input: process.stdin })) {
  const frame = JSON.parse(line) as Frame;
  if (frame.type === "tool_call") {
    const { text, failed } = countWords(frame.args.text);
    say({ type: "tool_result", id: frame.id, content: [{ type: "text", text }], is_error: failed });
  } else if (frame.type === "shutdown") {
    say({ type: "shutdown_ack" });
    break;
  }
}
