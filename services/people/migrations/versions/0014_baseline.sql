-- Look up whose account and name a row of `booking` stands for, and who that is: two records of one account are one
-- person.

CREATE OR REPLACE FUNCTION public.booked(of_kind text, of_id bigint, OUT user_id bigint, OUT name text, OUT who text)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
AS $function$
BEGIN
  CASE of_kind
  WHEN 'student' THEN
    SELECT one.user_id, one.first_name || ' ' || one.last_name INTO user_id, name FROM student one WHERE one.id = of_id;

  WHEN 'tutor' THEN
    SELECT one.user_id, one.first_name || ' ' || one.last_name INTO user_id, name FROM tutor one WHERE one.id = of_id;

  WHEN 'staff' THEN
    SELECT one.user_id, one.first_name || ' ' || one.last_name INTO user_id, name FROM staff one WHERE one.id = of_id;

  WHEN 'client' THEN
    SELECT one.user_id, one.first_name || ' ' || one.last_name INTO user_id, name FROM client one WHERE one.id = of_id;

  WHEN 'candidate' THEN
    SELECT one.user_id, one.first_name || ' ' || one.last_name INTO user_id, name FROM candidate one WHERE one.id = of_id;

  WHEN 'invigilator' THEN
    SELECT one.user_id, one.first_name || ' ' || one.last_name INTO user_id, name FROM invigilator one WHERE one.id = of_id;

  WHEN 'agent' THEN
    SELECT one.user_id, one.first_name || ' ' || one.last_name INTO user_id, name FROM agent one WHERE one.id = of_id;
  WHEN 'location' THEN SELECT one.title INTO name FROM location one WHERE one.id = of_id;
  END CASE;
  name := coalesce(name, '');
  who := CASE WHEN user_id IS NULL THEN of_kind || ' ' || of_id ELSE 'user ' || user_id END;
END $function$;

-- Work out when somebody is on an event (`span`), and what of that is the event's alone (`busy`): nothing where it is
-- cancelled or declined, and not what others had before an event was booked in spite of them.

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

-- Keep the rows of `booking` as the account and the name of their person or room are. Events that become those of one
-- person at the same time by a link of two records stay, in spite of each other.

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

-- What an event gives back (it is cancelled, moved, declined, deleted) goes to those that were booked in spite of it, so
-- that no moment of theirs stays open for a third.

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

-- People are reminded of events until they or the office say otherwise.
INSERT INTO reminder_setting (reminder, rung, enabled) VALUES
('eventToCome', 'day', true),
('eventToCome', 'hour', true);
