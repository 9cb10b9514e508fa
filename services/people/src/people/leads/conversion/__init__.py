"""Conversion of a lead into a client, students or candidates, courses and exam entries."""
