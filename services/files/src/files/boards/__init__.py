"""Whiteboards: boards that people of a lesson draw on together (`platform.md 2`, Whiteboards; `money.md 9`)."""
