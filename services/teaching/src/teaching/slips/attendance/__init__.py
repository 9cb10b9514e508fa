"""Attendance at tutorials: the list, the register of a class, and the reasons of absences."""
