// A validator: curl may not POST while AWS_PROFILE names production.
// Run it with: deno run env_guard.ts

interface Question {
  id: number | string;
  params: { command: string; flags?: Record<string, string>; env?: Record<string, string> };
}

interface Judgement {
  status: "allow" | "deny" | "ask";
  message?: string;
  fix_suggestion?: string;
}

function judge({ command, flags = {}, env = {} }: Question["params"]): Judgement {
  const posts = [flags.X, flags.request].includes("POST");
  if (command === "curl" && posts && env.AWS_PROFILE === "prod") {
    return {
      status: "deny",
      message: "POST requests are blocked in production",
      fix_suggestion: "Use a staging environment instead",
    };
  }
  return { status: "allow" };
}

const question: Question = await new Response(Deno.stdin.readable).json();
console.log(JSON.stringify({ jsonrpc: "2.0", id: question.id, result: judge(question.params) }));
