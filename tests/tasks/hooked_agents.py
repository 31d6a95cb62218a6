"""Stands in for agents that have hooks: it reads the settings in its home as they do, asks the hook that stands there
before each call of a story, carries out what it may, and prints what they print in the end.

The story is a JSON list of texts for a shell, and of `[path, text]` for files to write; it is the prompt.
"""

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

HOME = Path(os.environ.get("HOME", "/"))


def program(agent: str) -> str:
    """The text of a program that stands in for an agent."""
    return f'#!/bin/sh\nexec {sys.executable} {__file__} {agent} "$@"\n'


def ask_hook(command: str, told: dict[str, Any]) -> dict[str, Any]:
    """Run a hook's command as an agent does; an exit code that refuses is an answer, too."""
    done = subprocess.run(["sh", "-c", command], input=json.dumps(told).encode(), capture_output=True, check=False)
    if done.returncode == 2:
        return {"refused": done.stderr.decode()}
    assert done.returncode == 0, done
    return dict(json.loads(done.stdout)) if done.stdout.strip() else {}


def only_command(file: Path, event: str) -> str:
    settings = json.loads(file.read_text())
    [entry] = settings["hooks"][event]
    [hook] = entry["hooks"]
    return str(hook["command"])


def ask_claude(tool: str, args: dict[str, Any]) -> str:
    told: dict[str, Any] = {"session_id": "s", "cwd": os.getcwd(), "permission_mode": "default", "tool_use_id": "t"}
    told |= {"hook_event_name": "PreToolUse", "tool_name": tool, "tool_input": args}
    said = ask_hook(only_command(HOME / ".claude" / "settings.json", "PreToolUse"), told)
    answer = said.get("hookSpecificOutput", {})
    return "" if answer.get("permissionDecision") == "allow" else str(answer.get("permissionDecisionReason", said))


def ask_codex(tool: str, args: dict[str, Any]) -> str:
    file = HOME / ".codex" / "hooks.json"
    assert (HOME / ".codex" / "trust.json").exists()  # else Codex would pass over it
    told: dict[str, Any] = {"session_id": "s", "turn_id": "t", "cwd": os.getcwd(), "model": "m"}
    told |= {"hook_event_name": "PreToolUse"}
    told |= {"permission_mode": "default", "tool_name": tool, "tool_input": args, "tool_use_id": "t"}
    said = ask_hook(only_command(file, "PreToolUse"), told)
    return str(said["hookSpecificOutput"]["permissionDecisionReason"]) if said else ""


def ask_gemini(tool: str, args: dict[str, Any]) -> str:
    told: dict[str, Any] = {"session_id": "s", "cwd": os.getcwd(), "timestamp": "now"}
    told |= {"hook_event_name": "BeforeTool"}
    told |= {"tool_name": tool, "tool_input": args}
    said = ask_hook(only_command(HOME / ".gemini" / "settings.json", "BeforeTool"), told)
    return "" if said.get("decision") == "allow" else str(said)


def ask_opencode(tool: str, args: dict[str, Any]) -> str:
    plugin = HOME / ".config" / "opencode" / "plugin" / "wicket.js"
    module = HOME / "plugin.mjs"  # what OpenCode loads as a module, node does by its name
    module.write_text(plugin.read_text())
    script = f"""
        import {{ Wicket }} from {json.dumps(str(module))}
        const hooks = await Wicket({{ directory: process.cwd() }})
        try {{
          await hooks["tool.execute.before"]({{ tool: {json.dumps(tool)}, sessionID: "s", callID: "c" }},
                                             {{ args: {json.dumps(args)} }})
        }} catch (error) {{ console.log(error.message) }}
    """
    done = subprocess.run(["node", "--input-type=module", "-e", script], capture_output=True, check=True)
    return done.stdout.decode().strip()


def ask_zot(tool: str, args: dict[str, Any]) -> str:
    from wicket.host import Host
    from wicket.state_files import zot_home

    async def asked() -> str:
        async with Host.discover(Path.cwd(), zot_home=zot_home(os.environ, sys.platform)) as host:
            verdict = await host.intercept_tool_call(tool, args)
            return "" if verdict.allowed else verdict.reason

    return asyncio.run(asked())


ASK = {"claude": ask_claude, "codex": ask_codex, "gemini": ask_gemini, "opencode": ask_opencode, "zot": ask_zot}
TOOLS = {
    "claude": (("Bash", "command"), ("Write", "file_path")),
    "codex": (("Bash", "command"), None),
    "gemini": (("run_shell_command", "command"), ("write_file", "file_path")),
    "opencode": (("bash", "command"), ("write", "filePath")),
    "zot": (("bash", "command"), ("write", "path")),
}


def story_of(agent: str, words: list[str]) -> Any:
    if agent in ("codex", "opencode"):
        return json.loads(words[-1])
    prompt = sys.stdin.read()
    return json.loads(json.loads(prompt)["message"] if agent == "zot" else prompt)


def say(agent: str, text: str) -> None:
    """Print the answer as the agent does, with what it cost."""
    said: list[dict[str, Any]]
    match agent:
        case "claude":
            usage = {"input_tokens": 10, "output_tokens": 2}
            said = [{"type": "assistant", "message": {"content": [{"type": "text", "text": text}]}}]
            said += [{"type": "result", "is_error": False, "result": text, "usage": usage, "total_cost_usd": 0.25}]
        case "codex":
            item = {"type": "agent_message", "text": text}
            usage = {"input_tokens": 10, "output_tokens": 2}
            said = [{"type": "item.completed", "item": item}, {"type": "turn.completed", "usage": usage}]
        case "gemini":
            said = [{"response": text, "stats": {"models": {"m": {"tokens": {"prompt": 10, "candidates": 2}}}}}]
        case "opencode":
            part = {"tokens": {"input": 10, "output": 2}, "cost": 0.25}
            said = [{"type": "text", "part": {"text": text}}, {"type": "step_finish", "part": part}]
        case _:
            message = {"type": "assistant_message", "content": [{"type": "text", "text": text}]}
            said = [message, {"type": "usage", "input": 10, "output": 2, "cost_usd": 0.25}, {"type": "done"}]
    for one in said:
        sys.stdout.write(json.dumps(one) + "\n")


def main(agent: str, words: list[str]) -> None:
    if agent == "codex" and words == ["app-server"]:
        os.execv(sys.executable, [sys.executable, str(Path(__file__).parents[1] / "agents" / "codex_server.py")])
    shell, writing = TOOLS[agent]
    refusals = []
    for act in story_of(agent, words):
        if isinstance(act, str):
            refused = ASK[agent](shell[0], {shell[1]: act})
            if not refused:
                subprocess.run(["sh", "-c", act], stdout=subprocess.DEVNULL, check=False)
        else:
            assert writing is not None
            refused = ASK[agent](writing[0], {writing[1]: act[0], "content": act[1]})
            if not refused:
                Path(act[0]).write_text(act[1])
        refusals.append(refused)
    say(agent, json.dumps(refusals))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
