"""Rights to change places of work. Every signed-in user may read them."""

from __future__ import annotations

from kit.policy import Scope, has_role, signed_in, sys_admin

everyone = Scope(everything=signed_in)
keeps_organisations = sys_admin
keeps_departments = has_role("academicOffice")
keeps_years = has_role("academicOffice")
