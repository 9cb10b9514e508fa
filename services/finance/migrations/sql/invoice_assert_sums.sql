-- Refuse to commit an invoice whose sums differ from those of its lines, payments and credit notes. They are added up
-- again at the end of the transaction, regardless of the other triggers.

CREATE OR REPLACE FUNCTION public.invoice_assert_sums()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  touched bigint[];
  wrong bigint;
BEGIN
  IF TG_TABLE_NAME = 'invoice' THEN touched := ARRAY[NEW.id, OLD.parent_id, NEW.parent_id];
  ELSE touched := ARRAY[OLD.invoice_id, NEW.invoice_id];
  END IF;
  SELECT i.id INTO wrong FROM invoice i
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(l.amount), 0) AS amount, coalesce(sum(l.discount_amount), 0) AS discount,
      coalesce(sum(l.vat), 0) AS vat, coalesce(sum(l.total), 0) AS total,
      coalesce(-sum(l.total) FILTER (WHERE l.write_off), 0) AS written_off
    FROM invoice_item l WHERE l.invoice_id = i.id
  ) lines
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(p.amount), 0) AS paid, coalesce(-sum(p.amount) FILTER (WHERE p.kind = 'refund'), 0) AS refunded
    FROM payment p WHERE p.invoice_id = i.id
  ) money
  CROSS JOIN LATERAL (
    SELECT coalesce(-sum(n.total), 0) AS credited FROM invoice n
    WHERE n.parent_id = i.id AND n.status NOT IN ('draft', 'cancelled')
  ) notes
  WHERE i.id = ANY (touched)
    AND ((i.amount, i.discount, i.vat, i.written_off, i.paid, i.refunded, i.credited, i.total) IS DISTINCT FROM
      (lines.amount, lines.discount, lines.vat, lines.written_off, money.paid, money.refunded, notes.credited,
        lines.total)
      OR i.outstanding <> CASE WHEN i.status IN ('draft', 'cancelled') OR i.parent_id IS NOT NULL THEN 0
        ELSE lines.total - money.paid - notes.credited END)
  LIMIT 1;
  IF wrong IS NOT NULL THEN
    RAISE EXCEPTION 'invoice % does not add up', wrong USING ERRCODE = 'check_violation', CONSTRAINT = 'invoice_adds_up';
  END IF;
  RETURN NULL;
END $function$;

CREATE CONSTRAINT TRIGGER adds_up AFTER UPDATE ON invoice DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (old.amount IS DISTINCT FROM new.amount
    OR old.discount IS DISTINCT FROM new.discount
    OR old.vat IS DISTINCT FROM new.vat
    OR old.written_off IS DISTINCT FROM new.written_off
    OR old.paid IS DISTINCT FROM new.paid
    OR old.credited IS DISTINCT FROM new.credited
    OR old.status IS DISTINCT FROM new.status
    OR old.parent_id IS DISTINCT FROM new.parent_id)
  EXECUTE FUNCTION invoice_assert_sums();

CREATE CONSTRAINT TRIGGER adds_up AFTER INSERT
    OR DELETE
    OR UPDATE ON invoice_item DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION invoice_assert_sums();

CREATE CONSTRAINT TRIGGER adds_up AFTER INSERT OR DELETE OR UPDATE ON payment DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION invoice_assert_sums();
