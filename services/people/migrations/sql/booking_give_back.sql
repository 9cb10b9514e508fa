-- Give the time that an event releases (it is cancelled, moved, declined or deleted) to the events that were booked
-- over it, so that no third event can take it.

CREATE OR REPLACE FUNCTION public.booking_give_back()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE given tstzmultirange := OLD.busy;
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.who = NEW.who THEN
    given := OLD.busy - NEW.busy;
  END IF;
  IF NOT isempty(given) THEN
    UPDATE booking other SET event_id = other.event_id FROM event
    WHERE other.who = OLD.who AND other.event_id <> OLD.event_id
      AND lower(other.span) < upper(given) AND lower(other.span) > lower(given) - interval '31 days'
      AND event.id = other.event_id AND event.override_reason <> '' AND event.status = 'active';
  END IF;
  RETURN NULL;
END $function$;

CREATE TRIGGER booking_give_back AFTER DELETE OR UPDATE ON booking FOR EACH ROW
  EXECUTE FUNCTION booking_give_back();
