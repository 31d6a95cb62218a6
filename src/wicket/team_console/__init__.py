"""The console of an approver of a fleet: the page of a gateway's console, for all machines that they may decide for.

ask_views, fleet_views, archive_views   what is shown, as text that hides nothing
team_feed                               what pages are told while something changes
team_routes                             what a page can ask for, and what it can have done
console                                 all of it together; `wicket fleet console` starts it
"""
