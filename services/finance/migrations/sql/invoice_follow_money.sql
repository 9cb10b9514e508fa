-- Change the status of an invoice when its payments or credits change (docs/finance.md, States and plans), for every
-- writer. The function reads the sums, not `total` and `outstanding`, because PostgreSQL computes generated columns
-- after it.

CREATE OR REPLACE FUNCTION public.invoice_follow_money()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  owed bigint := NEW.amount - NEW.discount + NEW.vat - NEW.credited;
BEGIN
  IF NEW.status IN ('draft', 'cancelled') OR NEW.parent_id IS NOT NULL THEN
    RETURN NEW;
  END IF;
  IF NEW.paid <> 0 THEN
    IF NEW.status NOT IN ('partPaid', 'paid') THEN
      NEW.unpaid_status := NEW.status;
    END IF;
    NEW.status := CASE WHEN NEW.paid = owed OR NOT NEW.is_credit_note AND NEW.paid > owed THEN 'paid' ELSE 'partPaid' END;
  ELSIF NEW.status = 'partPaid' OR NEW.status = 'paid' AND owed <> 0 THEN
    NEW.status := coalesce(NEW.unpaid_status, 'proposed');
    NEW.unpaid_status := NULL;
  END IF;
  RETURN NEW;
END $function$;

CREATE TRIGGER follow_money BEFORE UPDATE OF amount, discount, vat, paid, credited ON invoice FOR EACH ROW
  WHEN (old.amount IS DISTINCT FROM new.amount
    OR old.discount IS DISTINCT FROM new.discount
    OR old.vat IS DISTINCT FROM new.vat
    OR old.paid IS DISTINCT FROM new.paid
    OR old.credited IS DISTINCT FROM new.credited)
  EXECUTE FUNCTION invoice_follow_money();
