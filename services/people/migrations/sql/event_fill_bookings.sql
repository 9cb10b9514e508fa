-- Keep the row of an event's room, and work its rows out anew when its time, its state or its reason changes. Only a
-- room can be taken; a building, Zoom and other places hold as many events as there are.

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
