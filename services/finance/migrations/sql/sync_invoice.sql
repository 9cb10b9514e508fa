-- Queue an invoice for the accounting system in the transaction that changes it. A document that has always been a
-- draft is not queued. One that is already in the accounting system is updated there, also as a draft. Load data sets
-- `staffroom.sync` to 'off'.

CREATE OR REPLACE FUNCTION public.sync_invoice()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'DELETE' THEN
    UPDATE sync_document SET deleted = true WHERE invoice_id = OLD.id;
    PERFORM sync_touch(OLD.id);
    RETURN NULL;
  END IF;
  IF NEW.status = 'draft' THEN
    PERFORM sync_touch(NEW.id);
    RETURN NULL;
  END IF;
  INSERT INTO sync_document (invoice_id, chart, number, is_credit_note)
  VALUES (NEW.id, CASE WHEN NEW.organisation_id IN (4, 5) THEN 1 ELSE NEW.organisation_id END, NEW.number, NEW.is_credit_note)
  ON CONFLICT (invoice_id) DO UPDATE SET number = excluded.number, is_credit_note = excluded.is_credit_note;
  PERFORM sync_touch(NEW.id);
  IF TG_OP = 'UPDATE' AND (OLD.total, OLD.paid, OLD.status) IS DISTINCT FROM (NEW.total, NEW.paid, NEW.status) THEN
    PERFORM sync_touch(note.id) FROM (SELECT id FROM invoice WHERE parent_id = NEW.id ORDER BY id) note;
  END IF;
  RETURN NULL;
END $function$;

CREATE TRIGGER sync_deleted AFTER DELETE ON invoice FOR EACH ROW
  EXECUTE FUNCTION sync_invoice();

CREATE TRIGGER sync_inserted AFTER INSERT ON invoice FOR EACH ROW
  WHEN (new.status <> 'draft'::text AND current_setting('staffroom.sync'::text, true) IS DISTINCT FROM 'off'::text)
  EXECUTE FUNCTION sync_invoice();

CREATE TRIGGER sync_updated AFTER UPDATE ON invoice FOR EACH ROW
  WHEN ((old.number IS DISTINCT FROM new.number
    OR old.status IS DISTINCT FROM new.status
    OR old.date IS DISTINCT FROM new.date
    OR old.due_date IS DISTINCT FROM new.due_date
    OR old.currency IS DISTINCT FROM new.currency
    OR old.person_kind IS DISTINCT FROM new.person_kind
    OR old.person_id IS DISTINCT FROM new.person_id
    OR old.name IS DISTINCT FROM new.name
    OR old.is_credit_note IS DISTINCT FROM new.is_credit_note
    OR old.parent_id IS DISTINCT FROM new.parent_id
    OR old.organisation_id IS DISTINCT FROM new.organisation_id
    OR old.total IS DISTINCT FROM new.total
    OR old.vat IS DISTINCT FROM new.vat
    OR old.paid IS DISTINCT FROM new.paid)
    AND current_setting('staffroom.sync'::text, true) IS DISTINCT FROM 'off'::text)
  EXECUTE FUNCTION sync_invoice();
