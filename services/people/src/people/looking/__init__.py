"""Looks at the welfare fields of children: by whom, when and why; and the readers of safeguarding notes."""
