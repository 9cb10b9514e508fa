"""Documents: PDF made of HTML, and files put into the file store of the house."""
