"""The fixtures of `staffroom_testing.plugin`, for every suite of the tree."""

pytest_plugins = ["staffroom_testing.plugin"]
