"""Documents: PDF from HTML, and files in the file store of Staffroom."""
