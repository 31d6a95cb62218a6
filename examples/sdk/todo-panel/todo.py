#!/usr/bin/env python3
"""A to-do list beside the conversation: `/todo` opens it, and the model may add to it."""

from wicket.sdk import Action, Context, Extension, Key, Panel, display, panel

# isort: split
from typing import Any

ext = Extension("todo", "1.0.0", description="A to-do list that agent and person share")


@ext.command("todo")
def todo(args: str, ctx: Context) -> Action | Panel:
    """Open the list, or add to it: /todo buy milk."""
    if args:
        add(args, ctx)
        return display(f"added: {args}")
    cursor = 0

    def on_key(opened: Panel, key: Key) -> None:
        nonlocal cursor
        items = load(ctx)
        if key.name == "up":
            cursor -= 1
        elif key.name == "down":
            cursor += 1
        elif key.text == "q":
            opened.close()
            return
        elif items and (key.text == "x" or key.name == "enter"):
            items[cursor]["done"] = not items[cursor]["done"]
        elif items and (key.text == "d" or key.name == "delete"):
            del items[cursor]
        cursor = max(0, min(cursor, len(items) - 1))
        ctx.state["items"] = items
        opened.render(lines(items, cursor), footer=footer(items))

    items = load(ctx)
    return panel("To do", lines(items, cursor), footer(items), on_key=on_key)


@ext.tool
def add_todo(text: str, ctx: Context) -> str:
    """Put something on the person's to-do list.

    Args:
        text: What is to be done, in a few words
    """
    add(text, ctx)
    ctx.notify(f"on your list: {text}")
    return f"added; {left(load(ctx))} left"


def add(text: str, ctx: Context) -> None:
    ctx.state["items"] = [*load(ctx), {"text": text, "done": False}]


def load(ctx: Context) -> list[dict[str, Any]]:
    return [dict(item) for item in ctx.state.get("items", [])]


def lines(items: list[dict[str, Any]], cursor: int) -> list[str]:
    marked = [
        f"{'>' if n == cursor else ' '} [{'x' if item['done'] else ' '}] {item['text']}" for n, item in enumerate(items)
    ]
    return marked or ["  nothing to do"]


def footer(items: list[dict[str, Any]]) -> str:
    return f"{left(items)} left   x: done   d: delete   q: close"


def left(items: list[dict[str, Any]]) -> int:
    return sum(not item["done"] for item in items)


if __name__ == "__main__":
    ext.run(wire="zot")
