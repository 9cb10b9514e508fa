-- Compute when somebody is on an event (`span`), and the part that the event claims (`busy`). The part is empty if the
-- event is cancelled or declined, and excludes time that others had before the event was booked over them.

CREATE OR REPLACE FUNCTION public.booking_fill()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE its event;
BEGIN
  SELECT * INTO its FROM event WHERE id = NEW.event_id;
  SELECT * INTO NEW.user_id, NEW.name, NEW.who FROM booked(NEW.kind, NEW.person_id);
  NEW.span := coalesce(tstzrange(its.starts, its.ends), 'empty');
  NEW.busy := CASE WHEN its.status = 'active' AND NEW.status <> 'declined'
    THEN tstzmultirange(NEW.span) ELSE '{}' END;
  IF its.override_reason <> '' AND NOT isempty(NEW.busy) THEN
    NEW.busy := NEW.busy - coalesce((
      SELECT range_agg(other.busy) FROM booking other
      WHERE other.who = NEW.who AND other.busy && NEW.busy AND other.event_id <> NEW.event_id
    ), '{}');
  END IF;
  RETURN NEW;
END $function$;

CREATE TRIGGER booking_fill BEFORE INSERT OR UPDATE ON booking FOR EACH ROW
  EXECUTE FUNCTION booking_fill();
