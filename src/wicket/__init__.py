"""The gate between AI agents and a machine."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.gateway_client import Client
    from wicket.loaded_policy import Policy
    from wicket.policy.decision import Decision
    from wicket.policy.errors import PolicyError
    from wicket.policy.verdict_and_evidence import Verdict

__all__ = ["Client", "Decision", "Policy", "PolicyError", "Verdict", "__version__"]

__version__ = "0.1.0"

# Imported when they are first asked for: `import wicket` alone costs nothing.
_HOMES = {
    "Client": "wicket.gateway_client",
    "Decision": "wicket.policy.decision",
    "Policy": "wicket.loaded_policy",
    "PolicyError": "wicket.policy.errors",
    "Verdict": "wicket.policy.verdict_and_evidence",
}


def __getattr__(name: str) -> object:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'wicket' has no attribute {name!r}")
    from importlib import import_module

    found: object = getattr(import_module(home), name)
    globals()[name] = found
    return found
