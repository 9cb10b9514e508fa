"""Notices of the public website: approved by a second person, served without sign-in (`docs/website.md`)."""
