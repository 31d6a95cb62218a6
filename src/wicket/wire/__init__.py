"""What may be said, and when: four protocols for both of their ends, without I/O.

A protocol is a folder with two files. `messages.py` holds what may be said, `connection.py` when: one table of
transitions that does not know which end it serves. Bytes come in with `receive()`, go out of `send()`, and what
they mean comes from `messages()`. Whoever moves the bytes lives elsewhere.
"""
