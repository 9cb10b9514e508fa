-- Store the transaction that last changed a person, so that exports can find the changes since the previous export. For
-- an erased person, kind and id are kept.

CREATE OR REPLACE FUNCTION public.note_person_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO person_change (kind, person_id, number, gone)
  SELECT TG_TABLE_NAME, id, pg_current_xact_id()::text::bigint, TG_OP = 'DELETE' FROM changed
  ON CONFLICT (kind, person_id) DO UPDATE SET number = excluded.number, gone = excluded.gone;
  RETURN NULL;
END $function$;

CREATE TRIGGER note_person_delete AFTER DELETE ON agent REFERENCING OLD TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION note_person_change();

CREATE TRIGGER note_person_insert AFTER INSERT ON agent REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION note_person_change();

CREATE TRIGGER note_person_update AFTER UPDATE ON agent REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION note_person_change();

CREATE TRIGGER note_person_delete AFTER DELETE ON candidate REFERENCING OLD TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION note_person_change();

CREATE TRIGGER note_person_insert AFTER INSERT ON candidate REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION note_person_change();

CREATE TRIGGER note_person_update AFTER UPDATE ON candidate REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION note_person_change();

CREATE TRIGGER note_person_delete AFTER DELETE ON client REFERENCING OLD TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION note_person_change();

CREATE TRIGGER note_person_insert AFTER INSERT ON client REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION note_person_change();

CREATE TRIGGER note_person_update AFTER UPDATE ON client REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION note_person_change();

CREATE TRIGGER note_person_delete AFTER DELETE ON invigilator REFERENCING OLD TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION note_person_change();

CREATE TRIGGER note_person_insert AFTER INSERT ON invigilator REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION note_person_change();

CREATE TRIGGER note_person_update AFTER UPDATE ON invigilator REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION note_person_change();

CREATE TRIGGER note_person_delete AFTER DELETE ON staff REFERENCING OLD TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION note_person_change();

CREATE TRIGGER note_person_insert AFTER INSERT ON staff REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION note_person_change();

CREATE TRIGGER note_person_update AFTER UPDATE ON staff REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION note_person_change();

CREATE TRIGGER note_person_delete AFTER DELETE ON student REFERENCING OLD TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION note_person_change();

CREATE TRIGGER note_person_insert AFTER INSERT ON student REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION note_person_change();

CREATE TRIGGER note_person_update AFTER UPDATE ON student REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION note_person_change();

CREATE TRIGGER note_person_delete AFTER DELETE ON tutor REFERENCING OLD TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION note_person_change();

CREATE TRIGGER note_person_insert AFTER INSERT ON tutor REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION note_person_change();

CREATE TRIGGER note_person_update AFTER UPDATE ON tutor REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION note_person_change();
