"""Reference data that other records choose from: boards, levels, subjects, grades; and identity's departments."""
