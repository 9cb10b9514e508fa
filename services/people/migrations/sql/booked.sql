-- Look up the account and the name of the person in a row of `booking`, and the identity for conflicts: two records
-- with one account are the same person.

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
