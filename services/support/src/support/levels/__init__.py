"""Service levels: how soon a ticket is answered and resolved, counted in the working hours of the support teams."""
