"""Reference data for other records: boards, levels, subjects, grades; and identity's departments."""
