#!/usr/bin/env python3
"""Kubernetes resources for evaluation tasks, through the kubectl on PATH."""

from wicket.sdk import Context, Duration, Extension, Fail, Field, Outcome, success

# isort: split
import json
import os
import subprocess
from typing import Annotated, Any

ext = Extension("kubernetes", "1.0.0", description="Kubernetes resource operations", requires=["kubectl"])

MINUTE = Duration("60s")
Namespace = Annotated[str, Field("Target namespace")]


@ext.operation(name="create-namespace")
def create_namespace(name: str, *, ctx: Context) -> str:
    """Create a namespace."""
    ctx.log.info(f"Creating namespace {name}")
    kubectl(ctx, "create", "namespace", name)
    return f"Created namespace {name}"


@ext.operation
def apply(
    file: Annotated[str, Field("Path to manifest file")], namespace: Namespace = "default", *, ctx: Context
) -> Outcome:
    """Apply a Kubernetes manifest."""
    done = json.loads(
        kubectl(ctx, "apply", "--namespace", namespace, "--filename", str(ctx.path(file)), "--output=json")
    )
    metadata = done.get("metadata", {})
    outputs = {name: metadata[name] for name in ("resourceVersion", "uid") if name in metadata}
    return success(f"Applied {file} to namespace {namespace}", **outputs)


@ext.operation
def condition(
    resource: Annotated[str, Field("Resource (e.g., pod/nginx)")],
    condition_type: Annotated[str, Field("Condition type (e.g., Ready)", name="conditionType")],
    status: Annotated[str, Field("Expected status value")] = "True",
    timeout: Annotated[Duration, Field("How long to wait (duration format)")] = MINUTE,
    namespace: Namespace = "default",
    *,
    ctx: Context,
) -> str:
    """Verify a resource condition."""
    ctx.log.info(f"Checking {resource}...")
    current = ""

    def met() -> bool:
        nonlocal current
        found = json.loads(kubectl(ctx, "get", "--namespace", namespace, resource, "--output=json"))
        known: dict[str, str] = {each["type"]: each["status"] for each in found.get("status", {}).get("conditions", [])}
        current = known.get(condition_type, "Unknown")
        if current != status:
            ctx.log.info(f"Waiting, status={reason(found)}")
        return current == status

    try:
        ctx.wait_until(met, timeout, 0.5)
    except Fail as fail:
        if not str(fail).startswith("timed out"):
            raise
        waited = f"Timed out waiting for {resource} {condition_type}={status} (current: {current})"
        raise Fail(waited, message="Condition not met", outputs={"lastStatus": current}) from None
    kind, _, name = resource.partition("/")
    return f"{kind.capitalize()} {name} {condition_type}={status}"


def reason(found: dict[str, Any]) -> str:
    """Say what a resource is waiting for, as its containers tell it."""
    for container in found.get("status", {}).get("containerStatuses", []):
        if "waiting" in container.get("state", {}):
            return str(container["state"]["waiting"].get("reason", "Waiting"))
    return str(found.get("status", {}).get("phase", "Unknown"))


def kubectl(ctx: Context, *arguments: str) -> str:
    """Run kubectl in the task's folder and environment; what it complains about is the failure."""

    done = subprocess.run(
        ["kubectl", *arguments],
        cwd=ctx.workdir,
        env={**os.environ, **ctx.env},
        capture_output=True,
        text=True,
        timeout=ctx.remaining,
        check=False,
    )
    if done.returncode != 0:
        raise Fail(done.stderr.strip() or f"kubectl {arguments[0]} ended with {done.returncode}")
    return done.stdout


if __name__ == "__main__":
    ext.run()
