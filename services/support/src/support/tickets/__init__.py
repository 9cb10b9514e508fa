"""Support tickets: questions to the support teams, about an invoice, a slip or a fault."""
