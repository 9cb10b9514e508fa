-- Update amount, discount, VAT and write-off of an invoice: the sums of its lines. Like every function that adds up, it
-- first locks the invoices that it writes, and then adds up in a separate statement. Under READ COMMITTED that
-- statement sees the commits of the transactions that it waited for.

CREATE OR REPLACE FUNCTION public.invoice_add_up_items()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM FROM invoice WHERE id IN (SELECT invoice_id FROM changed) ORDER BY id FOR UPDATE;
  UPDATE invoice SET amount = sums.amount, discount = sums.discount, vat = sums.vat, written_off = sums.written_off
  FROM (
    SELECT touched.invoice_id, coalesce(sum(i.amount), 0) AS amount, coalesce(sum(i.discount_amount), 0) AS discount,
      coalesce(sum(i.vat), 0) AS vat, coalesce(-sum(i.total) FILTER (WHERE i.write_off), 0) AS written_off
    FROM (SELECT DISTINCT invoice_id FROM changed) touched LEFT JOIN invoice_item i USING (invoice_id)
    GROUP BY touched.invoice_id
  ) sums
  WHERE id = sums.invoice_id AND (invoice.amount, invoice.discount, invoice.vat, invoice.written_off)
    IS DISTINCT FROM (sums.amount, sums.discount, sums.vat, sums.written_off);
  RETURN NULL;
END $function$;

CREATE TRIGGER add_up_deleted AFTER DELETE ON invoice_item REFERENCING OLD TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION invoice_add_up_items();

CREATE TRIGGER add_up_inserted AFTER INSERT ON invoice_item REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION invoice_add_up_items();

CREATE TRIGGER add_up_updated AFTER UPDATE ON invoice_item REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION invoice_add_up_items();
