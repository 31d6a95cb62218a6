"""How the agents that wicket can guard are started without a person, so that nobody has to write that down.

Their own questions are switched off where that does not switch off hooks: the gate decides, and nobody is there to be
asked twice.
"""

from collections.abc import Mapping

from wicket.tasks.task_model import AgentSpec

__all__ = ["PRESETS"]

PRESETS: Mapping[str, AgentSpec] = {
    "claude-code": AgentSpec(
        name="claude-code",
        argv=("claude", "-p", "--output-format", "stream-json", "--verbose"),
        env=("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "CLAUDE_CODE_OAUTH_TOKEN"),
        guard="claude-code",
        mcp_words=("--mcp-config", "{mcp_config}"),
    ),
    "codex": AgentSpec(
        name="codex",
        # Its sandbox starts nothing while its home is a temporary folder; hooks are asked all the same.
        argv=("codex", "exec", "--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox", "--json"),
        prompt="argument",
        env=("OPENAI_API_KEY", "CODEX_API_KEY"),
        guard="codex",
    ),
    "gemini": AgentSpec(
        name="gemini",
        argv=("gemini", "--skip-trust", "--approval-mode", "yolo", "--output-format", "json"),
        env=("GEMINI_API_KEY", "GOOGLE_API_KEY"),
        guard="gemini",
    ),
    "opencode": AgentSpec(
        name="opencode",
        argv=("opencode", "run", "--auto", "--format", "json"),
        prompt="argument",
        env=("ANTHROPIC_API_KEY", "OPENAI_API_KEY"),
        guard="opencode",
    ),
    "zot": AgentSpec(
        name="zot",
        argv=("zot", "rpc"),
        prompt="zot-rpc",
        env=("ANTHROPIC_API_KEY", "OPENAI_API_KEY"),
        guard="zot",
    ),
}
