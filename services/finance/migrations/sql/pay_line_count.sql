-- Update the number of students of a line of a pay run, that of its slips. The amount of the line follows from it.

CREATE OR REPLACE FUNCTION public.pay_line_count()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE pay_line SET students = counted.students
  FROM (
    SELECT touched.line_id, count(s.id) AS students
    FROM (SELECT DISTINCT line_id FROM changed) touched LEFT JOIN pay_line_slip s USING (line_id)
    GROUP BY touched.line_id
  ) counted
  WHERE id = counted.line_id;
  RETURN NULL;
END $function$;

CREATE TRIGGER count_deleted AFTER DELETE ON pay_line_slip REFERENCING OLD TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION pay_line_count();

CREATE TRIGGER count_inserted AFTER INSERT ON pay_line_slip REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION pay_line_count();

CREATE TRIGGER count_updated AFTER UPDATE ON pay_line_slip REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION pay_line_count();
