"""The fees of an exam, and the lines that bill them."""
