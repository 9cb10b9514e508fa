-- Queue an invoice for the accounting system when its lines or payments change (`sync_invoice`).

CREATE OR REPLACE FUNCTION public.sync_part()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP <> 'INSERT' THEN PERFORM sync_touch(OLD.invoice_id); END IF;
  IF TG_OP <> 'DELETE' AND (TG_OP = 'INSERT' OR OLD.invoice_id <> NEW.invoice_id) THEN
    PERFORM sync_touch(NEW.invoice_id);
  END IF;
  RETURN NULL;
END $function$;

CREATE TRIGGER sync_part AFTER INSERT OR DELETE OR UPDATE ON invoice_item FOR EACH ROW
  WHEN (current_setting('staffroom.sync'::text, true) IS DISTINCT FROM 'off'::text)
  EXECUTE FUNCTION sync_part();

CREATE TRIGGER sync_part AFTER INSERT OR DELETE OR UPDATE ON payment FOR EACH ROW
  WHEN (current_setting('staffroom.sync'::text, true) IS DISTINCT FROM 'off'::text)
  EXECUTE FUNCTION sync_part();
