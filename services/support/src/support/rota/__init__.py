"""The rota of each team: the people on duty, their hours and absences."""
