-- Give a rate that is entered late to the invoices of its month that were issued without one, such as those issued
-- before migration 0034 (docs/finance.md, VAT in sterling). A credit note belongs to the month of its invoice.

CREATE OR REPLACE FUNCTION public.exchange_rate_fills()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE invoice i SET sterling_rate = NEW.rate, sterling_rate_month = NEW.month, sterling_rate_source = NEW.source,
    version = version + 1
  WHERE i.currency = NEW.currency AND i.organisation_id IN (1, 4, 5) AND i.status <> 'draft' AND i.sterling_rate IS NULL
    AND date_trunc('month', coalesce((SELECT p.date FROM invoice p WHERE p.id = i.parent_id), i.date)) = NEW.month;
  RETURN NULL;
END $function$;

CREATE TRIGGER fills AFTER INSERT ON exchange_rate FOR EACH ROW
  EXECUTE FUNCTION exchange_rate_fills();
