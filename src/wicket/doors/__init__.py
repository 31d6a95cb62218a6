"""Answers the hooks of agents: one file for each agent, bytes in, bytes out."""
