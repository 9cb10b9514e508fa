"""Service levels: how soon a ticket is answered and resolved, in working hours of the support teams."""
