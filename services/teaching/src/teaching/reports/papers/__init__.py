"""PDFs of term reports, on the page and by mail."""
