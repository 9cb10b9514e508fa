-- Refuse changes of lines and texts of an invoice that is not a draft, and of instalments of a part paid, paid or
-- cancelled one. Changes by the server itself are allowed (`staffroom.system`). The payment of an instalment (whether,
-- when and how it is paid) is not part of the plan and may change until the invoice is cancelled.

CREATE OR REPLACE FUNCTION public.invoice_guard_parts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  state text;
BEGIN
  IF current_setting('staffroom.system', true) = 'on' THEN
    RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
  END IF;
  FOR state IN SELECT status FROM invoice WHERE id IN (OLD.invoice_id, NEW.invoice_id) ORDER BY id FOR UPDATE LOOP
    CONTINUE WHEN state = 'draft';
    IF TG_TABLE_NAME = 'instalment' AND state <> 'cancelled' THEN
      CONTINUE WHEN state NOT IN ('partPaid', 'paid') OR TG_OP = 'UPDATE' AND (OLD.invoice_id, OLD.amount, OLD.due_date) = (NEW.invoice_id, NEW.amount, NEW.due_date);
    END IF;
    RAISE EXCEPTION 'a part of an invoice that is %', state
      USING ERRCODE = 'restrict_violation', CONSTRAINT = CASE WHEN state IN ('partPaid', 'paid', 'cancelled') THEN 'invoice_read_only_' || state ELSE 'invoice_issued' END;
  END LOOP;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END $function$;

CREATE TRIGGER guard BEFORE INSERT OR DELETE OR UPDATE ON instalment FOR EACH ROW
  EXECUTE FUNCTION invoice_guard_parts();

CREATE TRIGGER guard BEFORE INSERT OR DELETE OR UPDATE ON invoice_footer_header FOR EACH ROW
  EXECUTE FUNCTION invoice_guard_parts();

CREATE TRIGGER guard BEFORE INSERT OR DELETE OR UPDATE ON invoice_item FOR EACH ROW
  EXECUTE FUNCTION invoice_guard_parts();
