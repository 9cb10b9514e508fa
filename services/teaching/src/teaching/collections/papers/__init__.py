"""PDFs of collection reports, on the page and by mail."""
