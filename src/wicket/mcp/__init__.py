"""The gateway and the hosted tools as MCP tools, for agents that speak MCP. Nothing here decides anything.

An agent can ask (`execute`), find out beforehand (`check`) and see how things stand (`status`, `pending`). What belongs
to the person who guards it is not here: no approving, no grants, no trust, no starting and stopping of the gate.
"""
