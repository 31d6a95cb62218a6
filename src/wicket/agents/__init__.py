"""The agents on this machine: which there are, how their guard is switched on, and proof that it is.

What an agent's hook says and hears is in `doors`; here are its settings.
"""
