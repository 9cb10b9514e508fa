-- Delete the write-off line when an invoice is no longer paid. The line wrote off the small remaining balance; if a
-- payment is reversed, it would reduce the amount owed.

CREATE OR REPLACE FUNCTION public.invoice_forget_write_off()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  before text := coalesce(current_setting('staffroom.system', true), '');
BEGIN
  PERFORM set_config('staffroom.system', 'on', true);
  DELETE FROM invoice_item WHERE invoice_id = NEW.id AND write_off;
  PERFORM set_config('staffroom.system', before, true);
  RETURN NULL;
END $function$;

CREATE TRIGGER forget_write_off AFTER UPDATE ON invoice FOR EACH ROW
  WHEN (old.status = 'paid'::text AND new.status <> 'paid'::text AND new.written_off <> 0)
  EXECUTE FUNCTION invoice_forget_write_off();
