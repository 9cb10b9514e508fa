"""The offer to an applicant: its mail, its page, and its acceptance."""
