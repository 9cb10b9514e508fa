"""Files made for the caller on the spot: a spreadsheet from rows, a PDF from html."""
