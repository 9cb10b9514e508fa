-- End the stay of a lead in its status and begin the next one when the status changes, by any writer: moves,
-- conversions, merges and their undo.

CREATE OR REPLACE FUNCTION public.enquiry_keep_stays()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO lead_stay (lead_id, status, owner_id, began)
    VALUES (NEW.id, NEW.lead_status, NEW.owner_id, NEW.status_since);
    RETURN NULL;
  END IF;
  IF NEW.lead_status = OLD.lead_status THEN
    UPDATE lead_stay SET owner_id = NEW.owner_id WHERE lead_id = NEW.id AND ended IS NULL;
    RETURN NULL;
  END IF;
  IF NEW.status_since < OLD.status_since THEN
    DELETE FROM lead_stay WHERE lead_id = NEW.id AND began > NEW.status_since;
    UPDATE lead_stay SET ended = NULL, owner_id = NEW.owner_id
    WHERE lead_id = NEW.id AND began = NEW.status_since AND status = NEW.lead_status;
    IF FOUND THEN
      RETURN NULL;
    END IF;
  END IF;
  UPDATE lead_stay SET ended = GREATEST(began, NEW.status_since) WHERE lead_id = NEW.id AND ended IS NULL;
  INSERT INTO lead_stay (lead_id, status, owner_id, began)
  VALUES (NEW.id, NEW.lead_status, NEW.owner_id, NEW.status_since);
  RETURN NULL;
END $function$;

CREATE TRIGGER keep_stays_inserted AFTER INSERT ON enquiry FOR EACH ROW
  EXECUTE FUNCTION enquiry_keep_stays();

CREATE TRIGGER keep_stays_updated AFTER UPDATE OF lead_status, owner_id ON enquiry FOR EACH ROW
  WHEN (old.lead_status <> new.lead_status OR old.owner_id IS DISTINCT FROM new.owner_id)
  EXECUTE FUNCTION enquiry_keep_stays();
