"""Which cluster a command talks to: one on this machine, or another.

kubectl and helm take it from a file in the home, unless an option, a variable or a command before says otherwise. Where
there is no such file, they ask this machine. A word that speaks of production means a cluster that others use.
"""

from wicket.policy.patterns.globs_of_words_and_home_folder import NO, YES
from wicket.shell.characters import listed
from wicket.shell.programs.program_lookup import PROGRAMS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.policy.machine_view import World
    from wicket.shell.read_result import Command

__all__ = ["is_client", "is_on_this_machine"]

# By the names under which the catalogue knows them.
_CLIENTS = frozenset(["kubectl", "helm"])

# How programs that run a cluster on this machine call it.
_LOCAL = listed("minikube orbstack colima microk8s k3s lima podman kind")
_LOCAL_END = "-desktop"
_LOCAL_BEGIN = ("kind-", "k3d-", "colima-", "minikube-", "lima-", "k3s-")

# Options by which another cluster is asked, and those that name a context.
_ELSEWHERE = ("--kubeconfig", "--server", "-s", "--cluster", "--user", "--token", "--kube-apiserver", "--kube-token")
_CONTEXTS = ("--context", "--kube-context")

# What speaks of production, between the signs that part names.
_PRODUCTION = listed("prod prd production live")
_PARTING = str.maketrans(dict.fromkeys("-_./:=,@\\", " "))

# By one of these, a text may have chosen another cluster before.
_CHOOSING = listed(
    """
    use-context set-context set-cluster current-context use update-kubeconfig get-credentials kubectx kubeconfig oc ctx
    """
)
_SOURCING = frozenset([".", "source", "eval"])
_STEERING = ("KUBE", "HELM_", "HOME")
_FROM_WITHIN = "/var/run/secrets/kubernetes.io/serviceaccount/token"
_CURRENT = "current-context:"


def is_client(command: "Command") -> bool:
    """Tell whether a command talks to a cluster."""
    return PROGRAMS[command.name or ""].name in _CLIENTS


def is_on_this_machine(command: "Command", world: "World") -> int:
    """Say whether a command surely talks to a cluster on this machine, or to none."""
    context = ""
    words = command.words[1:]
    for at, word in enumerate(words):
        text = word.prefix
        if word.reason is not None or not _PRODUCTION.isdisjoint(text.lower().translate(_PARTING).split()):
            return NO
        name, equals, value = text.partition("=")
        if name in _ELSEWHERE or (text[:2] == "-s" and text != "--"):
            return NO
        if name in _CONTEXTS:
            context = value if equals else str(words[at + 1]) if at + 1 < len(words) else ""
            if not _is_local(context):
                return NO
    if _is_cluster_chosen(command, world):
        return NO
    return YES if context or _is_current_context_here(world) else NO


def _is_cluster_chosen(command: "Command", world: "World") -> bool:
    """Tell whether a variable, who runs the command, or something before it says which cluster is meant."""
    if command.by is not None:
        return True  # on another machine, or as somebody else with a home of their own
    if any(one.name.startswith(_STEERING) for one in (*command.assignments, *command.changed)):
        return True
    if any(name.startswith(("KUBECONFIG", "HELM_KUBE", "KUBERNETES_")) for name in world.environ):
        return True
    script = world.script
    if script is None:
        return True
    world.fuel.take(10 * len(script.commands))
    return script.holds("KUBE") or any(_may_choose(one) for one in script.commands if one is not command)


def _may_choose(command: "Command") -> bool:
    """Tell whether a command may choose another cluster for those that follow."""
    if command.opaque or command.name in _SOURCING:
        return True
    return any(word.prefix in _CHOOSING or word.prefix.startswith(_STEERING) for word in command.words)


def _is_current_context_here(world: "World") -> bool:
    """Tell whether the context that is set is one of this machine's, or there is none."""
    file = f"{world.home}/.kube/config"
    if not world.kind(file):
        return bool(world.home) and not world.kind(_FROM_WITHIN)
    text = world.read(file)
    if text is None:
        return False
    world.fuel.take(len(text))
    found = [line[len(_CURRENT) :].strip().strip("'\"") for line in text.splitlines() if line.startswith(_CURRENT)]
    return len(found) == 1 and (not found[0] or _is_local(found[0]))


def _is_local(context: str) -> bool:
    return context in _LOCAL or context.startswith(_LOCAL_BEGIN) or context.endswith(_LOCAL_END)
