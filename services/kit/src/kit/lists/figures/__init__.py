"""Counts and sums of the rows of a list by groups, and the statistics that these cannot show."""
