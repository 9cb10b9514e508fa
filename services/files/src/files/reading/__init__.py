"""Reading of stored files: the thumbnail, the number of pages and the text of each."""
