-- Refuse changes of the fixed values of an issued invoice: number, date, billing year, currency, organisation, kind and
-- payer, and the rate to sterling once it has one (docs/finance.md, Issued means issued). Changes by the server itself
-- are allowed (`staffroom.system`).

CREATE OR REPLACE FUNCTION public.invoice_guard_issued()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF current_setting('staffroom.system', true) = 'on' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'invoice % is issued', OLD.id USING ERRCODE = 'restrict_violation', CONSTRAINT = 'invoice_issued';
END $function$;

CREATE TRIGGER guard BEFORE UPDATE ON invoice FOR EACH ROW
  WHEN (old.status <> 'draft'::text
    AND (old.number IS DISTINCT FROM new.number
    OR old.date IS DISTINCT FROM new.date
    OR old.billing_year IS DISTINCT FROM new.billing_year
    OR old.currency IS DISTINCT FROM new.currency
    OR old.organisation_id IS DISTINCT FROM new.organisation_id
    OR old.is_credit_note IS DISTINCT FROM new.is_credit_note
    OR old.parent_id IS DISTINCT FROM new.parent_id
    OR old.person_kind IS DISTINCT FROM new.person_kind
    OR old.person_id IS DISTINCT FROM new.person_id
    OR old.name IS DISTINCT FROM new.name
    OR old.line1 IS DISTINCT FROM new.line1
    OR old.line2 IS DISTINCT FROM new.line2
    OR old.line3 IS DISTINCT FROM new.line3
    OR old.postcode IS DISTINCT FROM new.postcode
    OR old.nif IS DISTINCT FROM new.nif
    OR old.payer_reason IS DISTINCT FROM new.payer_reason
    OR old.sterling_rate IS NOT NULL
    AND new.status <> 'draft'::text
    AND (old.sterling_rate IS DISTINCT FROM new.sterling_rate
    OR old.sterling_rate_month IS DISTINCT FROM new.sterling_rate_month
    OR old.sterling_rate_source IS DISTINCT FROM new.sterling_rate_source)))
  EXECUTE FUNCTION invoice_guard_issued();
