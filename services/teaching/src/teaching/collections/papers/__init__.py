"""PDFs of collection reports, on the page, in print and by mail."""
