"""Feeds: secret addresses at which other calendar programs read a person's calendar and exam deadlines."""
