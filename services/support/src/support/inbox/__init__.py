"""Mail that comes in: mailboxes of the teams, what arrived in them, and the tickets it became."""
