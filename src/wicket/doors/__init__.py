"""The doors that agents come through: one file for each agent, bytes in, bytes out."""
