"""What people do with documents of the library: several at once, reviews, favourites."""
