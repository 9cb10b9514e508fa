-- Return the unpaid amount of each instalment that has no payment of its own. Payments without an instalment (`free`)
-- settle the earliest instalments first. This is the only definition of an open instalment (docs/finance.md, Overdue).

CREATE OR REPLACE FUNCTION public.instalments_left(record bigint)
 RETURNS TABLE(id bigint, due_date date, amount_left bigint)
 LANGUAGE sql
 STABLE
AS $function$
  SELECT * FROM instalments_left(record, (SELECT coalesce(sum(amount), 0)::bigint FROM payment
    WHERE payment.invoice_id = record AND payment.instalment_id IS NULL))
$function$;

CREATE OR REPLACE FUNCTION public.instalments_left(record bigint, free bigint)
 RETURNS TABLE(id bigint, due_date date, amount_left bigint)
 LANGUAGE sql
 STABLE
AS $function$
  SELECT part.id, part.due_date, least(part.amount, greatest(part.reach - greatest(free, 0), 0))
  FROM (SELECT i.id, i.due_date, i.amount, (sum(i.amount) OVER (ORDER BY i.due_date, i.amount, i.id))::bigint AS reach
    FROM instalment i WHERE i.invoice_id = record AND NOT EXISTS (SELECT FROM payment p WHERE p.instalment_id = i.id)
  ) part
$function$;
