"""Support tickets: questions of people to the teams that help them, about an invoice, a slip or a fault."""
