"""Library documents that helped people before they raised a ticket, or were inserted into an answer."""
