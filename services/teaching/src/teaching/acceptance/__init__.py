"""Acceptance of tuition: offers to tutors, and the terms and conditions they accept first (`teaching.md 2` to `8`)."""
