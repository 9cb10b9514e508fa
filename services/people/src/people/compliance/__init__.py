"""Compliance: who lacks what, since when and who supplies it; children and the checks of those who work with them."""
