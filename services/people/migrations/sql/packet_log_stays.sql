-- Refuse to change or delete an entry of a packet's log, which is evidence of what two people saw.

CREATE OR REPLACE FUNCTION public.packet_log_stays()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
        BEGIN
          RAISE EXCEPTION 'The log of papers is never changed' USING ERRCODE = 'restrict_violation';
        END $function$;

CREATE TRIGGER packet_log_stays BEFORE DELETE OR UPDATE ON packet_log FOR EACH ROW
  EXECUTE FUNCTION packet_log_stays();
