-- Update the rows of `booking` when the account or the name of their person or room changes. If linking two records
-- makes simultaneous events belong to one person, both events stay.

CREATE OR REPLACE FUNCTION public.booking_follow()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE event SET override_reason = 'Booked before both records were known to be of one person' WHERE override_reason = '' AND id IN (
    SELECT mine.event_id FROM booking mine JOIN booking other
      ON other.who = 'user ' || (to_jsonb(NEW) ->> 'user_id') AND other.busy && mine.busy
      AND other.event_id <> mine.event_id
    WHERE mine.kind = TG_TABLE_NAME AND mine.person_id = NEW.id
  );
  UPDATE booking SET event_id = event_id WHERE kind = TG_TABLE_NAME AND person_id = NEW.id;
  RETURN NULL;
END $function$;

CREATE TRIGGER booking_follow AFTER UPDATE ON agent FOR EACH ROW
  WHEN (old.user_id IS DISTINCT FROM new.user_id
    OR old.first_name IS DISTINCT FROM new.first_name
    OR old.last_name IS DISTINCT FROM new.last_name)
  EXECUTE FUNCTION booking_follow();

CREATE TRIGGER booking_follow AFTER UPDATE ON candidate FOR EACH ROW
  WHEN (old.user_id IS DISTINCT FROM new.user_id
    OR old.first_name IS DISTINCT FROM new.first_name
    OR old.last_name IS DISTINCT FROM new.last_name)
  EXECUTE FUNCTION booking_follow();

CREATE TRIGGER booking_follow AFTER UPDATE ON client FOR EACH ROW
  WHEN (old.user_id IS DISTINCT FROM new.user_id
    OR old.first_name IS DISTINCT FROM new.first_name
    OR old.last_name IS DISTINCT FROM new.last_name)
  EXECUTE FUNCTION booking_follow();

CREATE TRIGGER booking_follow AFTER UPDATE ON invigilator FOR EACH ROW
  WHEN (old.user_id IS DISTINCT FROM new.user_id
    OR old.first_name IS DISTINCT FROM new.first_name
    OR old.last_name IS DISTINCT FROM new.last_name)
  EXECUTE FUNCTION booking_follow();

CREATE TRIGGER booking_follow AFTER UPDATE ON location FOR EACH ROW
  WHEN (old.title IS DISTINCT FROM new.title)
  EXECUTE FUNCTION booking_follow();

CREATE TRIGGER booking_follow AFTER UPDATE ON staff FOR EACH ROW
  WHEN (old.user_id IS DISTINCT FROM new.user_id
    OR old.first_name IS DISTINCT FROM new.first_name
    OR old.last_name IS DISTINCT FROM new.last_name)
  EXECUTE FUNCTION booking_follow();

CREATE TRIGGER booking_follow AFTER UPDATE ON student FOR EACH ROW
  WHEN (old.user_id IS DISTINCT FROM new.user_id
    OR old.first_name IS DISTINCT FROM new.first_name
    OR old.last_name IS DISTINCT FROM new.last_name)
  EXECUTE FUNCTION booking_follow();

CREATE TRIGGER booking_follow AFTER UPDATE ON tutor FOR EACH ROW
  WHEN (old.user_id IS DISTINCT FROM new.user_id
    OR old.first_name IS DISTINCT FROM new.first_name
    OR old.last_name IS DISTINCT FROM new.last_name)
  EXECUTE FUNCTION booking_follow();
