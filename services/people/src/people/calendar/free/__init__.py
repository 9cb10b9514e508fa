"""Free times: working hours, double bookings, and the finder of the next free times."""
