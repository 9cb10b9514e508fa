"""The clocks of a ticket: its due times, their recomputation, and the escalation before they are missed."""
