"""Files produced within the call: a spreadsheet from rows, a PDF from HTML."""
