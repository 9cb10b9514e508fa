"""Rights on a comment that the caller can read."""

from kit.policy import Rule, has_role, own, staff, sys_admin

unlocked = Rule("not locked", lambda actor, row: row is None or not row["locked"])
author = own("user", "author_id")

keeper = author | sys_admin

edit = keeper & unlocked
delete = keeper & unlocked
pin = staff
lock = has_role("academicOffice")

ACTIONS = {"edit": edit, "delete": delete, "pin": pin, "lock": lock}
"""Return the `may` object of a comment."""
