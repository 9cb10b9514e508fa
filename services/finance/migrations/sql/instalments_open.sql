-- Return the due dates of the instalments that are not fully paid (`instalments_left`).

CREATE OR REPLACE FUNCTION public.instalments_open(record bigint, free bigint)
 RETURNS TABLE(due_date date)
 LANGUAGE sql
 STABLE
AS $function$
  SELECT part.due_date FROM instalments_left(record, free) part WHERE part.amount_left > 0
$function$;
