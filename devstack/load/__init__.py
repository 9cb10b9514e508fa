"""Volume: as many records as a large provider gathers in decades, to see how lists, searches and counts hold up."""
