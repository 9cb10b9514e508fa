-- Update `credited` of an invoice: the sum of its credit notes that are neither drafts nor cancelled. It locks as
-- `invoice_add_up_items` does.

CREATE OR REPLACE FUNCTION public.invoice_add_up_credits()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  credited_invoices bigint[] := CASE TG_OP
    WHEN 'INSERT' THEN ARRAY[NEW.parent_id] WHEN 'DELETE' THEN ARRAY[OLD.parent_id]
    ELSE ARRAY[OLD.parent_id, NEW.parent_id] END;
BEGIN
  PERFORM FROM invoice WHERE id = ANY(credited_invoices) ORDER BY id FOR UPDATE;
  UPDATE invoice SET credited = sums.credited
  FROM (
    SELECT parent.id, coalesce(-sum(note.total) FILTER (WHERE note.status NOT IN ('draft', 'cancelled')), 0) AS credited
    FROM invoice parent LEFT JOIN invoice note ON note.parent_id = parent.id
    WHERE parent.id = ANY(credited_invoices) GROUP BY parent.id
  ) sums
  WHERE invoice.id = sums.id AND invoice.credited IS DISTINCT FROM sums.credited;
  RETURN NULL;
END $function$;

CREATE TRIGGER add_up_deleted AFTER DELETE ON invoice FOR EACH ROW
  WHEN (old.parent_id IS NOT NULL)
  EXECUTE FUNCTION invoice_add_up_credits();

CREATE TRIGGER add_up_inserted AFTER INSERT ON invoice FOR EACH ROW
  WHEN (new.parent_id IS NOT NULL)
  EXECUTE FUNCTION invoice_add_up_credits();

CREATE TRIGGER add_up_updated AFTER UPDATE ON invoice FOR EACH ROW
  WHEN ((old.parent_id IS NOT NULL
    OR new.parent_id IS NOT NULL)
    AND (old.parent_id IS DISTINCT FROM new.parent_id
    OR old.status IS DISTINCT FROM new.status
    OR old.total IS DISTINCT FROM new.total))
  EXECUTE FUNCTION invoice_add_up_credits();
