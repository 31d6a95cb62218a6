"""The console of whoever approves: a page on loopback, fed by the gateway. `wicket serve` starts it.

admission    who is let in, by the head of a request alone
http_application  the routes; http_server: how they are served
feed         what the pages are told while something changes
record       reads the record; notice: tells a webhook that somebody waits
views, tree  what is said, as text that hides nothing; page/: what the browser does with it
"""
