-- Keep `paid` of an invoice: the sum of its payments. It locks as `invoice_add_up_items` does.

CREATE OR REPLACE FUNCTION public.invoice_add_up_payments()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM FROM invoice WHERE id IN (SELECT invoice_id FROM changed) ORDER BY id FOR UPDATE;
  UPDATE invoice SET paid = sums.paid
  FROM (
    SELECT touched.invoice_id, coalesce(sum(p.amount), 0) AS paid
    FROM (SELECT DISTINCT invoice_id FROM changed) touched LEFT JOIN payment p USING (invoice_id)
    GROUP BY touched.invoice_id
  ) sums
  WHERE id = sums.invoice_id AND invoice.paid IS DISTINCT FROM sums.paid;
  RETURN NULL;
END $function$;

CREATE TRIGGER add_up_deleted AFTER DELETE ON payment REFERENCING OLD TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION invoice_add_up_payments();

CREATE TRIGGER add_up_inserted AFTER INSERT ON payment REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION invoice_add_up_payments();

CREATE TRIGGER add_up_updated AFTER UPDATE ON payment REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION invoice_add_up_payments();
