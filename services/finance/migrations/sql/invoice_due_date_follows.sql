-- Move the due date of an invoice with a plan when payments are added, changed or removed (docs/finance.md, States and
-- plans; money.md 4). A new or changed payment of an instalment moves it to the next later open instalment. A removed
-- payment of an instalment moves it to the earliest open one. A payment without an instalment does so only if it
-- settles another instalment or reopens one. If no instalment is open, the date stays.

CREATE OR REPLACE FUNCTION public.invoice_due_date_follows()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  moved record;
  free bigint;
  due date;
BEGIN
  FOR moved IN
    SELECT c.invoice_id, max(i.due_date) AS day,
      coalesce(sum(c.amount) FILTER (WHERE c.instalment_id IS NULL), 0)::bigint AS amount
    FROM changed c LEFT JOIN instalment i ON i.id = c.instalment_id
    WHERE EXISTS (SELECT FROM instalment part WHERE part.invoice_id = c.invoice_id)
    GROUP BY c.invoice_id ORDER BY c.invoice_id
  LOOP
    SELECT coalesce(sum(amount), 0) INTO free FROM payment
    WHERE invoice_id = moved.invoice_id AND instalment_id IS NULL;
    IF moved.day IS NULL THEN
      CONTINUE WHEN TG_OP = 'UPDATE' OR (SELECT count(*) FROM instalments_open(moved.invoice_id, free)) = (
        SELECT count(*) FROM instalments_open(
          moved.invoice_id, free - CASE TG_OP WHEN 'INSERT' THEN moved.amount ELSE -moved.amount END));
    END IF;
    SELECT min(part.due_date) INTO due FROM instalments_open(moved.invoice_id, free) part
    WHERE moved.day IS NULL OR TG_OP = 'DELETE' OR part.due_date > moved.day;
    UPDATE invoice SET due_date = due WHERE id = moved.invoice_id AND due IS NOT NULL AND due_date IS DISTINCT FROM due;
  END LOOP;
  RETURN NULL;
END $function$;

CREATE TRIGGER due_date_deleted AFTER DELETE ON payment REFERENCING OLD TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION invoice_due_date_follows();

CREATE TRIGGER due_date_inserted AFTER INSERT ON payment REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION invoice_due_date_follows();

CREATE TRIGGER due_date_updated AFTER UPDATE ON payment REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION invoice_due_date_follows();
