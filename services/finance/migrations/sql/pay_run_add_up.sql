-- Update the sums of a pay run: the total and the number of its lines, including those of invigilators. Lock the run
-- first, as `invoice_add_up_items` does with invoices.

CREATE OR REPLACE FUNCTION public.pay_run_add_up()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM FROM pay_run WHERE id IN (SELECT run_id FROM changed) ORDER BY id FOR UPDATE;
  UPDATE pay_run SET total = sums.total, lines = sums.lines
  FROM (
    SELECT touched.run_id, coalesce(sum(l.amount), 0) AS total, count(l.amount) AS lines
    FROM (SELECT DISTINCT run_id FROM changed) touched
    LEFT JOIN (SELECT run_id, amount FROM pay_line UNION ALL SELECT run_id, amount FROM pay_duty) l USING (run_id)
    GROUP BY touched.run_id
  ) sums
  WHERE id = sums.run_id;
  RETURN NULL;
END $function$;

CREATE TRIGGER add_up_deleted AFTER DELETE ON pay_duty REFERENCING OLD TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION pay_run_add_up();

CREATE TRIGGER add_up_inserted AFTER INSERT ON pay_duty REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION pay_run_add_up();

CREATE TRIGGER add_up_deleted AFTER DELETE ON pay_line REFERENCING OLD TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION pay_run_add_up();

CREATE TRIGGER add_up_inserted AFTER INSERT ON pay_line REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION pay_run_add_up();

CREATE TRIGGER add_up_updated AFTER UPDATE ON pay_line REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION pay_run_add_up();
