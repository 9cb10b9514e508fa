"""Contents of the workspace: release notes."""
