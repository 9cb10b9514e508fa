-- Update `open_due_date` of an invoice, the due date of its oldest open instalment. It is a column, so that lists and
-- figures of 300,000 invoices can use an index (docs/finance.md, Overdue). If the plan itself changes, the due date
-- becomes that day too; if payments change, see `invoice_due_date_follows`.

CREATE OR REPLACE FUNCTION public.invoice_open_due_follows()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE invoice SET open_due_date = now.day,
    due_date = CASE WHEN TG_TABLE_NAME = 'instalment' THEN coalesce(now.day, due_date) ELSE due_date END
  FROM (SELECT touched.invoice_id,
      (SELECT min(part.due_date) FROM instalments_left(touched.invoice_id) part WHERE part.amount_left > 0) AS day
    FROM (SELECT DISTINCT invoice_id FROM changed) touched) now
  WHERE invoice.id = now.invoice_id AND invoice.open_due_date IS DISTINCT FROM now.day;
  RETURN NULL;
END $function$;

CREATE TRIGGER open_due_deleted AFTER DELETE ON instalment REFERENCING OLD TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION invoice_open_due_follows();

CREATE TRIGGER open_due_inserted AFTER INSERT ON instalment REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION invoice_open_due_follows();

CREATE TRIGGER open_due_updated AFTER UPDATE ON instalment REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION invoice_open_due_follows();

CREATE TRIGGER open_due_deleted AFTER DELETE ON payment REFERENCING OLD TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION invoice_open_due_follows();

CREATE TRIGGER open_due_inserted AFTER INSERT ON payment REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION invoice_open_due_follows();

CREATE TRIGGER open_due_updated AFTER UPDATE ON payment REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION invoice_open_due_follows();
