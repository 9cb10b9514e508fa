-- Tutors are reminded of slips that are due from today on: those of an earlier system are its own matter.
INSERT INTO reminder_setting (reminder, rung, enabled, since) VALUES
('lateSlip', 'due', true, (now() AT TIME ZONE 'Europe/London')::date),
('lateSlip', 'after24', true, (now() AT TIME ZONE 'Europe/London')::date),
('lateSlip', 'after72', true, (now() AT TIME ZONE 'Europe/London')::date);

-- Students and clients hear of approved slips.
INSERT INTO reminder_setting (reminder, rung, enabled) VALUES
('approvedSlip', 'final', true);
