-- Queue a document for the accounting system: raise its wanted version and reset its number of tries.

CREATE OR REPLACE FUNCTION public.sync_touch(record bigint)
 RETURNS void
 LANGUAGE sql
AS $function$
  UPDATE sync_document SET wanted_version = wanted_version + 1, tries = 0, next_try = clock_timestamp(),
    queued = CASE WHEN state = 'waiting' THEN queued ELSE clock_timestamp() END,
    state = CASE WHEN state = 'conflict' THEN state ELSE 'waiting' END
  WHERE invoice_id = record
$function$;
