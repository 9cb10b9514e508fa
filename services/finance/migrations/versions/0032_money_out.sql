CREATE OR REPLACE FUNCTION invoice_add_up_payments() RETURNS trigger LANGUAGE plpgsql AS $function$
BEGIN
  PERFORM FROM invoice WHERE id IN (SELECT invoice_id FROM changed) ORDER BY id FOR UPDATE;
  UPDATE invoice SET paid = sums.paid, refunded = sums.refunded
  FROM (
    SELECT touched.invoice_id, coalesce(sum(p.amount), 0) AS paid,
      coalesce(-sum(p.amount) FILTER (WHERE p.kind = 'refund'), 0) AS refunded
    FROM (SELECT DISTINCT invoice_id FROM changed) touched LEFT JOIN payment p USING (invoice_id)
    GROUP BY touched.invoice_id
  ) sums
  WHERE id = sums.invoice_id AND (invoice.paid, invoice.refunded) IS DISTINCT FROM (sums.paid, sums.refunded);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION invoice_assert_sums() RETURNS trigger LANGUAGE plpgsql AS $function$
DECLARE
  touched bigint[];
  wrong bigint;
BEGIN
  IF TG_TABLE_NAME = 'invoice' THEN touched := ARRAY[NEW.id, OLD.parent_id, NEW.parent_id];
  ELSE touched := ARRAY[OLD.invoice_id, NEW.invoice_id];
  END IF;
  SELECT i.id INTO wrong FROM invoice i
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(l.amount), 0) AS amount, coalesce(sum(l.discount_amount), 0) AS discount,
      coalesce(sum(l.vat), 0) AS vat, coalesce(sum(l.total), 0) AS total,
      coalesce(-sum(l.total) FILTER (WHERE l.write_off), 0) AS written_off
    FROM invoice_item l WHERE l.invoice_id = i.id
  ) lines
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(p.amount), 0) AS paid, coalesce(-sum(p.amount) FILTER (WHERE p.kind = 'refund'), 0) AS refunded
    FROM payment p WHERE p.invoice_id = i.id
  ) money
  CROSS JOIN LATERAL (
    SELECT coalesce(-sum(n.total), 0) AS credited FROM invoice n
    WHERE n.parent_id = i.id AND n.status NOT IN ('draft', 'cancelled')
  ) notes
  WHERE i.id = ANY (touched)
    AND ((i.amount, i.discount, i.vat, i.written_off, i.paid, i.refunded, i.credited, i.total) IS DISTINCT FROM
      (lines.amount, lines.discount, lines.vat, lines.written_off, money.paid, money.refunded, notes.credited,
        lines.total)
      OR i.outstanding <> CASE WHEN i.status IN ('draft', 'cancelled') OR i.parent_id IS NOT NULL THEN 0
        ELSE lines.total - money.paid - notes.credited END)
  LIMIT 1;
  IF wrong IS NOT NULL THEN
    RAISE EXCEPTION 'invoice % does not add up', wrong USING ERRCODE = 'check_violation', CONSTRAINT = 'invoice_adds_up';
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION invoice_open_due_follows() RETURNS trigger LANGUAGE plpgsql AS $function$
BEGIN
  UPDATE invoice SET open_due_date = now.day,
    due_date = CASE WHEN TG_TABLE_NAME = 'instalment' THEN coalesce(now.day, due_date) ELSE due_date END
  FROM (SELECT touched.invoice_id,
      (SELECT min(part.due_date) FROM instalments_left(touched.invoice_id) part WHERE part.amount_left > 0) AS day
    FROM (SELECT DISTINCT invoice_id FROM changed) touched) now
  WHERE invoice.id = now.invoice_id AND invoice.open_due_date IS DISTINCT FROM now.day;
  RETURN NULL;
END $function$;

-- A refund that was booked before pays back the newest credit note of its invoice that is as large.
UPDATE payment SET credit_note_id = note.id
FROM (
  SELECT p.id AS payment_id, max(n.id) AS id FROM payment p
  JOIN invoice n ON n.parent_id = p.invoice_id AND n.status NOT IN ('draft', 'cancelled') AND -n.total >= abs(p.amount)
  LEFT JOIN payment taken ON taken.id = p.reverses_id
  WHERE p.kind = 'refund' AND (p.reverses_id IS NULL OR taken.kind = 'refund')
  GROUP BY coalesce(p.reverses_id, p.id), p.id
) note
WHERE payment.id = note.payment_id;

UPDATE invoice SET refunded = sums.refunded
FROM (SELECT invoice_id, -sum(amount) AS refunded FROM payment WHERE kind = 'refund' GROUP BY invoice_id) sums
WHERE invoice.id = sums.invoice_id AND sums.refunded <> 0;

UPDATE invoice SET due_date = open_due_date
WHERE open_due_date IS NOT NULL AND status NOT IN ('paid', 'cancelled') AND due_date IS DISTINCT FROM open_due_date;

-- The accounting system has these refunds taken off a receipt: the receipt is sent again, and each refund by itself.
SELECT sync_touch(record) FROM (
  SELECT invoice_id FROM payment WHERE credit_note_id IS NOT NULL
  UNION SELECT credit_note_id FROM payment WHERE credit_note_id IS NOT NULL
) refunds (record);
