-- Delete the write-off line when an invoice is no longer paid. It wrote off the small balance that was left: with money
-- taken back, the invoice would ask for less than it should.

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
