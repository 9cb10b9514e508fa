-- Wake the relay of the service when the transaction commits, if it sleeps (`kit.events.relay`). A sleeping relay holds
-- the lock exclusively. Otherwise the transaction holds it shared until its end, so that the relay cannot fall asleep
-- before it sees the new rows. An awake relay is not notified, because notifications serialise the commits of
-- transactions.

CREATE OR REPLACE FUNCTION public.wake_relay()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NOT pg_try_advisory_xact_lock_shared(7266004) THEN
    NOTIFY outbox;
  END IF;
  RETURN NULL;
END
$function$;

CREATE TRIGGER wake_relay AFTER INSERT ON outbox FOR EACH STATEMENT
  EXECUTE FUNCTION wake_relay();
