"""The fixtures of `kit.testing.plugin`, for every suite of the tree."""

pytest_plugins = ["kit.testing.plugin"]
