"""Whiteboards: boards on which the people of a lesson draw together (`platform.md 2`, Whiteboards; `money.md 9`)."""
