"""The end of a centre assessed series: the declaration of the head of centre, after which grades and ranks stay."""
