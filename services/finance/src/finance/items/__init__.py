"""Lines of an invoice, and the texts above and below them."""
