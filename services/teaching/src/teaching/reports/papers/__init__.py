"""PDFs of term reports, on the page, in print and by mail."""
