"""Documents of the library: several at once, reviews, favourites."""
