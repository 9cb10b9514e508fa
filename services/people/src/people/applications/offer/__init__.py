"""The offer to an applicant: its mail and its acceptance."""
