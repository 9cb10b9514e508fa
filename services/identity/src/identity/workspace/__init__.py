"""How the workspace looks: release notes."""
