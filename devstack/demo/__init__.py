"""The demo provider: the same every time, so that a test, a screenshot and a person see the same records."""
