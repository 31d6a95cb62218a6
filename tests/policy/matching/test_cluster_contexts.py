"""Which cluster a command talks to."""

import pytest

from policy.judging import world
from wicket.policy.machine_view import World
from wicket.policy.matching.cluster_contexts import is_client, is_on_this_machine
from wicket.policy.patterns.globs_of_words_and_home_folder import NO, YES
from wicket.shell.read import read

CONFIG = "/home/me/.kube/config"


def _asked(text: str, config: str | None = None) -> int:
    here = world(
        kind=lambda path: "file" if path == CONFIG and config is not None else "",
        read=lambda path: config if path == CONFIG else None,
    )
    here.home = "/home/me"
    here.script = read(text)
    return is_on_this_machine(here.script.commands[-1], here)


def test_kubectl_and_helm_talk_to_clusters() -> None:
    assert [is_client(read(text).commands[0]) for text in ("kubectl get x", "/opt/kubectl x", "helm x", "ls")] == [
        True,
        True,
        True,
        False,
    ]


@pytest.mark.parametrize("name", ["minikube", "kind-dev", "k3d-x", "docker-desktop", '"colima"', ""])
def test_a_context_of_this_machine(name: str) -> None:
    assert _asked("kubectl apply -f x", f"apiVersion: v1\ncurrent-context: {name}\n") == YES


@pytest.mark.parametrize(
    "text", ["a: b\n", "current-context: eu-work\n", "current-context: kind-x\ncurrent-context: eu\n"]
)
def test_any_other_context_is_elsewhere(text: str) -> None:
    assert _asked("kubectl apply -f x", text) == NO


def test_without_a_file_this_machine_is_asked() -> None:
    assert _asked("kubectl apply -f x") == YES
    assert _asked("kubectl apply -f x --context minikube", "current-context: eu\n") == YES


@pytest.mark.parametrize(
    "text",
    [
        "kubectl apply -f x -n prod",
        "kubectl apply -f overlays/production/",
        "helm upgrade a b -f values-prod.yaml",
        "kubectl --context eu apply -f x",
        "kubectl --context=eu apply -f x",
        "kubectl apply --kubeconfig y -f x",
        "kubectl -shttps://example.net apply -f x",
        "helm install a b --kube-apiserver https://example.net",
        "ssh other kubectl apply -f x",
        "docker exec x helm install a b",
        "sudo -u deploy kubectl apply -f x",
        "kubectl config set current-context eu && kubectl apply -f x",
        ". ./eu.sh; kubectl apply -f x",
        "HOME=/x kubectl apply -f x",
        "export HELM_K''UBECONTEXT=eu; helm install a b",
        "KUBECONFIG=y kubectl apply -f x",
        "export KUBECONFIG=y; kubectl apply -f x",
        "kubectl config use-context eu; kubectl apply -f x",
        'kubectl apply -f "$x"',
    ],
)
def test_words_that_lead_elsewhere(text: str) -> None:
    assert _asked(text) == NO


def test_variables_and_pods_that_lead_elsewhere() -> None:
    asked = read("kubectl apply -f x")
    for environ in ({"KUBECONFIG": "y"}, {"KUBERNETES_SERVICE_HOST": "10.0.0.1"}):
        here = World("/w", environ, home="/home/me")
        here.script = asked
        assert is_on_this_machine(asked.commands[0], here) == NO
    pod = World("/w", {}, home="/home/me", kind=lambda path: "file" if path.endswith("/token") else "")
    pod.script = asked
    assert is_on_this_machine(asked.commands[0], pod) == NO
