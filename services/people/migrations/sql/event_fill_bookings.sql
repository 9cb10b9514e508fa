-- Maintain the row of an event's room, and recompute the rows of its people, when its time, state or reason changes.
-- Only rooms can be double-booked; buildings, Zoom and other places hold any number of events.

CREATE OR REPLACE FUNCTION public.event_fill_bookings()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'INSERT' OR NEW.location_id IS DISTINCT FROM OLD.location_id THEN
    DELETE FROM booking WHERE event_id = NEW.id AND kind = 'location';
    INSERT INTO booking (event_id, kind, person_id, status)
    SELECT NEW.id, 'location', id, 'accepted' FROM location WHERE id = NEW.location_id AND type = 'room';
  END IF;
  IF TG_OP = 'UPDATE' AND (NEW.starts, NEW.ends, NEW.status, NEW.override_reason)
      IS DISTINCT FROM (OLD.starts, OLD.ends, OLD.status, OLD.override_reason) THEN
    UPDATE booking SET event_id = event_id WHERE event_id = NEW.id;
  END IF;
  RETURN NULL;
END $function$;

CREATE TRIGGER event_fill_bookings AFTER INSERT OR UPDATE ON event FOR EACH ROW
  EXECUTE FUNCTION event_fill_bookings();
