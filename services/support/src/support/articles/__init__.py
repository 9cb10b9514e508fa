"""Documents of the library that helped those who were about to raise a ticket, or stand in an answer."""
