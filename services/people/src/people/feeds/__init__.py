"""Feeds: secret addresses at which other calendar programs read somebody's calendar and exam deadlines."""
