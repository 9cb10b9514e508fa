-- Update `paid` of an invoice, the sum of its payments less its refunds, and `refunded`. It locks as
-- `invoice_add_up_items` does.

CREATE OR REPLACE FUNCTION public.invoice_add_up_payments()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM FROM invoice WHERE id IN (SELECT invoice_id FROM changed) ORDER BY id FOR UPDATE;
  UPDATE invoice SET paid = sums.paid, refunded = sums.refunded
  FROM (
    SELECT touched.invoice_id, coalesce(sum(p.amount), 0) AS paid,
      coalesce(-sum(p.amount) FILTER (WHERE p.kind = 'refund'), 0) AS refunded
    FROM (SELECT DISTINCT invoice_id FROM changed) touched LEFT JOIN payment p USING (invoice_id)
    GROUP BY touched.invoice_id
  ) sums
  WHERE id = sums.invoice_id AND (invoice.paid, invoice.refunded) IS DISTINCT FROM (sums.paid, sums.refunded);
  RETURN NULL;
END $function$;

CREATE TRIGGER add_up_deleted AFTER DELETE ON payment REFERENCING OLD TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION invoice_add_up_payments();

CREATE TRIGGER add_up_inserted AFTER INSERT ON payment REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION invoice_add_up_payments();

CREATE TRIGGER add_up_updated AFTER UPDATE ON payment REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION invoice_add_up_payments();
