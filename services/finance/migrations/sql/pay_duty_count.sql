-- Update the minutes of a duty that pay runs pay. A new line pays exactly the minutes that are due: each hour is paid
-- once.

CREATE OR REPLACE FUNCTION public.pay_duty_count()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM FROM duty_hours WHERE id IN (SELECT duty_id FROM changed) ORDER BY id FOR UPDATE;
  UPDATE duty_hours SET paid_minutes = counted.minutes
  FROM (
    SELECT touched.duty_id, coalesce(sum(p.minutes), 0) AS minutes
    FROM (SELECT DISTINCT duty_id FROM changed) touched LEFT JOIN pay_duty p USING (duty_id)
    GROUP BY touched.duty_id
  ) counted
  WHERE id = counted.duty_id;
  IF TG_OP = 'INSERT' AND EXISTS (
    SELECT FROM duty_hours WHERE id IN (SELECT duty_id FROM changed) AND due_minutes <> 0
  ) THEN
    RAISE EXCEPTION 'a line pays more or less than what is due'
      USING ERRCODE = 'restrict_violation', CONSTRAINT = 'pay_duty_once';
  END IF;
  RETURN NULL;
END $function$;

CREATE TRIGGER count_deleted AFTER DELETE ON pay_duty REFERENCING OLD TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION pay_duty_count();

CREATE TRIGGER count_inserted AFTER INSERT ON pay_duty REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION pay_duty_count();
