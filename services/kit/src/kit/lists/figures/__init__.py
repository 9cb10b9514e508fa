"""Counts and sums of a list's rows by groups, and the statistics that these cannot show."""
