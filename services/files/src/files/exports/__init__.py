"""Files produced in the call itself: a spreadsheet from rows, a PDF from HTML."""
