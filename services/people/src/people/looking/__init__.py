"""Looks at the welfare fields of children: who looked, when and why, and who reads safeguarding notes."""
