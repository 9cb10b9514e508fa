"""Library documents: bulk actions, reviews, favourites."""
