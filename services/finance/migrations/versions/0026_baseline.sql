-- Functions call others that stand further down.
SET LOCAL check_function_bodies = off;

-- Keep the sums of an expense claim: the total of its lines, their number, and how many lack their receipt (mileage
-- needs none). The claim is locked first, as an invoice is (`invoice_add_up_items`).

CREATE OR REPLACE FUNCTION public.expense_add_up()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM FROM expense_claim WHERE id IN (SELECT claim_id FROM changed) ORDER BY id FOR UPDATE;
  UPDATE expense_claim SET total = sums.total, lines = sums.lines, without_receipt = sums.missing
  FROM (
    SELECT touched.claim_id, coalesce(sum(l.amount), 0) AS total, count(l.id) AS lines,
      count(l.id) FILTER (WHERE l.category <> 'mileage' AND cardinality(l.receipts) = 0) AS missing
    FROM (SELECT DISTINCT claim_id FROM changed) touched LEFT JOIN expense_line l USING (claim_id)
    GROUP BY touched.claim_id
  ) sums
  WHERE id = sums.claim_id;
  RETURN NULL;
END $function$;

CREATE TRIGGER add_up_deleted AFTER DELETE ON expense_line REFERENCING OLD TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION expense_add_up();

CREATE TRIGGER add_up_inserted AFTER INSERT ON expense_line REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION expense_add_up();

CREATE TRIGGER add_up_updated AFTER UPDATE ON expense_line REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION expense_add_up();

-- The amount that is left to pay of each instalment without a payment of its own: money of no instalment (`free`)
-- settles the earliest first. Everything that asks which instalment is open asks here (docs/finance.md, Overdue).

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

-- The due dates of the instalments of which something is left to pay (`instalments_left`).

CREATE OR REPLACE FUNCTION public.instalments_open(record bigint, free bigint)
 RETURNS TABLE(due_date date)
 LANGUAGE sql
 STABLE
AS $function$
  SELECT part.due_date FROM instalments_left(record, free) part WHERE part.amount_left > 0
$function$;

-- Keep `credited` of an invoice: the sum of its credit notes that are neither drafts nor cancelled. It locks as
-- `invoice_add_up_items` does.

CREATE OR REPLACE FUNCTION public.invoice_add_up_credits()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  credited_invoices bigint[] := CASE TG_OP
    WHEN 'INSERT' THEN ARRAY[NEW.parent_id] WHEN 'DELETE' THEN ARRAY[OLD.parent_id]
    ELSE ARRAY[OLD.parent_id, NEW.parent_id] END;
BEGIN
  PERFORM FROM invoice WHERE id = ANY(credited_invoices) ORDER BY id FOR UPDATE;
  UPDATE invoice SET credited = sums.credited
  FROM (
    SELECT parent.id, coalesce(-sum(note.total) FILTER (WHERE note.status NOT IN ('draft', 'cancelled')), 0) AS credited
    FROM invoice parent LEFT JOIN invoice note ON note.parent_id = parent.id
    WHERE parent.id = ANY(credited_invoices) GROUP BY parent.id
  ) sums
  WHERE invoice.id = sums.id AND invoice.credited IS DISTINCT FROM sums.credited;
  RETURN NULL;
END $function$;

CREATE TRIGGER add_up_deleted AFTER DELETE ON invoice FOR EACH ROW
  WHEN (old.parent_id IS NOT NULL)
  EXECUTE FUNCTION invoice_add_up_credits();

CREATE TRIGGER add_up_inserted AFTER INSERT ON invoice FOR EACH ROW
  WHEN (new.parent_id IS NOT NULL)
  EXECUTE FUNCTION invoice_add_up_credits();

CREATE TRIGGER add_up_updated AFTER UPDATE ON invoice FOR EACH ROW
  WHEN ((old.parent_id IS NOT NULL
    OR new.parent_id IS NOT NULL)
    AND (old.parent_id IS DISTINCT FROM new.parent_id
    OR old.status IS DISTINCT FROM new.status
    OR old.total IS DISTINCT FROM new.total))
  EXECUTE FUNCTION invoice_add_up_credits();

-- Keep amount, discount, VAT and write-off of an invoice: the sums of its lines. As every function that adds up, this
-- one first locks the invoices that it writes, and adds up in a statement of its own: under READ COMMITTED that
-- statement sees what a transaction it had to wait for has committed.

CREATE OR REPLACE FUNCTION public.invoice_add_up_items()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM FROM invoice WHERE id IN (SELECT invoice_id FROM changed) ORDER BY id FOR UPDATE;
  UPDATE invoice SET amount = sums.amount, discount = sums.discount, vat = sums.vat, written_off = sums.written_off
  FROM (
    SELECT touched.invoice_id, coalesce(sum(i.amount), 0) AS amount, coalesce(sum(i.discount_amount), 0) AS discount,
      coalesce(sum(i.vat), 0) AS vat, coalesce(-sum(i.total) FILTER (WHERE i.write_off), 0) AS written_off
    FROM (SELECT DISTINCT invoice_id FROM changed) touched LEFT JOIN invoice_item i USING (invoice_id)
    GROUP BY touched.invoice_id
  ) sums
  WHERE id = sums.invoice_id AND (invoice.amount, invoice.discount, invoice.vat, invoice.written_off)
    IS DISTINCT FROM (sums.amount, sums.discount, sums.vat, sums.written_off);
  RETURN NULL;
END $function$;

CREATE TRIGGER add_up_deleted AFTER DELETE ON invoice_item REFERENCING OLD TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION invoice_add_up_items();

CREATE TRIGGER add_up_inserted AFTER INSERT ON invoice_item REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION invoice_add_up_items();

CREATE TRIGGER add_up_updated AFTER UPDATE ON invoice_item REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION invoice_add_up_items();

-- Keep `paid` of an invoice: the sum of its payments. It locks as `invoice_add_up_items` does.

CREATE OR REPLACE FUNCTION public.invoice_add_up_payments()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM FROM invoice WHERE id IN (SELECT invoice_id FROM changed) ORDER BY id FOR UPDATE;
  UPDATE invoice SET paid = sums.paid
  FROM (
    SELECT touched.invoice_id, coalesce(sum(p.amount), 0) AS paid
    FROM (SELECT DISTINCT invoice_id FROM changed) touched LEFT JOIN payment p USING (invoice_id)
    GROUP BY touched.invoice_id
  ) sums
  WHERE id = sums.invoice_id AND invoice.paid IS DISTINCT FROM sums.paid;
  RETURN NULL;
END $function$;

CREATE TRIGGER add_up_deleted AFTER DELETE ON payment REFERENCING OLD TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION invoice_add_up_payments();

CREATE TRIGGER add_up_inserted AFTER INSERT ON payment REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION invoice_add_up_payments();

CREATE TRIGGER add_up_updated AFTER UPDATE ON payment REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION invoice_add_up_payments();

-- Keep the sums of an invoice's lines by type for the statistics (`invoice_line_total`). The triggers run after
-- `add_up_...`, which has locked the invoices: triggers of one event run in the order of their names.

CREATE OR REPLACE FUNCTION public.invoice_add_up_types()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO invoice_line_total AS kept (invoice_id, fulltime, asp, supp, exams, other)
  SELECT touched.invoice_id, sum(i.total) FILTER (WHERE i.type = 'fulltime' AND i.meta_type <> 'title'), sum(i.total) FILTER (WHERE i.type = 'asp' AND i.meta_type <> 'title'), sum(i.total) FILTER (WHERE i.type = 'supp' AND i.meta_type <> 'title'), sum(i.total) FILTER (WHERE i.type = 'exams' AND i.meta_type <> 'title'), sum(i.total) FILTER (WHERE i.type = 'other' AND i.meta_type <> 'title')
  FROM (SELECT DISTINCT invoice_id FROM changed) touched JOIN invoice ON invoice.id = touched.invoice_id
    LEFT JOIN invoice_item i ON i.invoice_id = touched.invoice_id
  GROUP BY touched.invoice_id
  ON CONFLICT (invoice_id) DO UPDATE SET (fulltime, asp, supp, exams, other) = ROW(excluded.fulltime, excluded.asp, excluded.supp, excluded.exams, excluded.other)
  WHERE (kept.fulltime, kept.asp, kept.supp, kept.exams, kept.other) IS DISTINCT FROM
    (excluded.fulltime, excluded.asp, excluded.supp, excluded.exams, excluded.other);
  RETURN NULL;
END $function$;

CREATE TRIGGER by_type_deleted AFTER DELETE ON invoice_item REFERENCING OLD TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION invoice_add_up_types();

CREATE TRIGGER by_type_inserted AFTER INSERT ON invoice_item REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION invoice_add_up_types();

CREATE TRIGGER by_type_updated AFTER UPDATE ON invoice_item REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION invoice_add_up_types();

-- Refuse to commit an invoice whose sums are not those of its lines, payments and credit notes: they are added up once
-- more when the transaction ends, whatever the other triggers have done.

CREATE OR REPLACE FUNCTION public.invoice_assert_sums()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
  CROSS JOIN LATERAL (SELECT coalesce(sum(p.amount), 0) AS paid FROM payment p WHERE p.invoice_id = i.id) money
  CROSS JOIN LATERAL (
    SELECT coalesce(-sum(n.total), 0) AS credited FROM invoice n
    WHERE n.parent_id = i.id AND n.status NOT IN ('draft', 'cancelled')
  ) notes
  WHERE i.id = ANY (touched)
    AND ((i.amount, i.discount, i.vat, i.written_off, i.paid, i.credited, i.total) IS DISTINCT FROM
      (lines.amount, lines.discount, lines.vat, lines.written_off, money.paid, notes.credited, lines.total)
      OR i.outstanding <> CASE WHEN i.status = 'cancelled' OR i.parent_id IS NOT NULL THEN 0
        ELSE lines.total - money.paid - notes.credited END)
  LIMIT 1;
  IF wrong IS NOT NULL THEN
    RAISE EXCEPTION 'invoice % does not add up', wrong USING ERRCODE = 'check_violation', CONSTRAINT = 'invoice_adds_up';
  END IF;
  RETURN NULL;
END $function$;

CREATE CONSTRAINT TRIGGER adds_up AFTER UPDATE ON invoice DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (old.amount IS DISTINCT FROM new.amount
    OR old.discount IS DISTINCT FROM new.discount
    OR old.vat IS DISTINCT FROM new.vat
    OR old.written_off IS DISTINCT FROM new.written_off
    OR old.paid IS DISTINCT FROM new.paid
    OR old.credited IS DISTINCT FROM new.credited
    OR old.status IS DISTINCT FROM new.status
    OR old.parent_id IS DISTINCT FROM new.parent_id)
  EXECUTE FUNCTION invoice_assert_sums();

CREATE CONSTRAINT TRIGGER adds_up AFTER INSERT
    OR DELETE
    OR UPDATE ON invoice_item DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION invoice_assert_sums();

CREATE CONSTRAINT TRIGGER adds_up AFTER INSERT OR DELETE OR UPDATE ON payment DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION invoice_assert_sums();

-- Move the due date of an invoice with a plan as money comes and goes (docs/finance.md, States and plans; money.md 4).
-- A payment of an instalment, made or edited, moves it to the next later open one. Money of no instalment moves it
-- where it settles another instalment or leaves one open again, and a payment of an instalment that goes does: to the
-- earliest that is open. Where none is open, the date stays.

CREATE OR REPLACE FUNCTION public.invoice_due_date_follows()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  moved record;
  free bigint;
  due date;
BEGIN
  FOR moved IN
    SELECT c.invoice_id, max(i.due_date) AS day,
      coalesce(sum(c.amount) FILTER (WHERE c.instalment_id IS NULL), 0)::bigint AS amount
    FROM changed c LEFT JOIN instalment i ON i.id = c.instalment_id
    WHERE EXISTS (SELECT FROM instalment part WHERE part.invoice_id = c.invoice_id)
    GROUP BY c.invoice_id ORDER BY c.invoice_id
  LOOP
    SELECT coalesce(sum(amount), 0) INTO free FROM payment
    WHERE invoice_id = moved.invoice_id AND instalment_id IS NULL;
    IF moved.day IS NULL THEN
      CONTINUE WHEN TG_OP = 'UPDATE' OR (SELECT count(*) FROM instalments_open(moved.invoice_id, free)) = (
        SELECT count(*) FROM instalments_open(
          moved.invoice_id, free - CASE TG_OP WHEN 'INSERT' THEN moved.amount ELSE -moved.amount END));
    END IF;
    SELECT min(part.due_date) INTO due FROM instalments_open(moved.invoice_id, free) part
    WHERE moved.day IS NULL OR TG_OP = 'DELETE' OR part.due_date > moved.day;
    UPDATE invoice SET due_date = due WHERE id = moved.invoice_id AND due IS NOT NULL AND due_date IS DISTINCT FROM due;
  END LOOP;
  RETURN NULL;
END $function$;

CREATE TRIGGER due_date_deleted AFTER DELETE ON payment REFERENCING OLD TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION invoice_due_date_follows();

CREATE TRIGGER due_date_inserted AFTER INSERT ON payment REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION invoice_due_date_follows();

CREATE TRIGGER due_date_updated AFTER UPDATE ON payment REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION invoice_due_date_follows();

-- Move the status of an invoice as its money moves (docs/finance.md, States and plans), whoever moves it. The function
-- reads the sums, not `total` and `outstanding`: PostgreSQL computes those after it.

CREATE OR REPLACE FUNCTION public.invoice_follow_money()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  owed bigint := NEW.amount - NEW.discount + NEW.vat - NEW.credited;
BEGIN
  IF NEW.status IN ('draft', 'cancelled') OR NEW.parent_id IS NOT NULL THEN
    RETURN NEW;
  END IF;
  IF NEW.paid <> 0 THEN
    IF NEW.status NOT IN ('partPaid', 'paid') THEN
      NEW.unpaid_status := NEW.status;
    END IF;
    NEW.status := CASE WHEN NEW.paid = owed OR NOT NEW.is_credit_note AND NEW.paid > owed THEN 'paid' ELSE 'partPaid' END;
  ELSIF NEW.status = 'partPaid' OR NEW.status = 'paid' AND owed <> 0 THEN
    NEW.status := coalesce(NEW.unpaid_status, 'proposed');
    NEW.unpaid_status := NULL;
  END IF;
  RETURN NEW;
END $function$;

CREATE TRIGGER follow_money BEFORE UPDATE OF amount, discount, vat, paid, credited ON invoice FOR EACH ROW
  WHEN (old.amount IS DISTINCT FROM new.amount
    OR old.discount IS DISTINCT FROM new.discount
    OR old.vat IS DISTINCT FROM new.vat
    OR old.paid IS DISTINCT FROM new.paid
    OR old.credited IS DISTINCT FROM new.credited)
  EXECUTE FUNCTION invoice_follow_money();

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

-- Refuse changes of lines, texts and instalments of a part paid, paid or cancelled invoice, unless the server itself
-- says otherwise (`staffroom.system`). The payment of an instalment (that it is paid, when and how) is no part of the
-- plan and may change until the invoice is cancelled.

CREATE OR REPLACE FUNCTION public.invoice_guard_parts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  state text;
BEGIN
  IF current_setting('staffroom.system', true) = 'on' THEN
    RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
  END IF;
  FOR state IN SELECT status FROM invoice WHERE id IN (OLD.invoice_id, NEW.invoice_id) ORDER BY id FOR UPDATE LOOP
    CONTINUE WHEN state NOT IN ('partPaid', 'paid', 'cancelled');
    IF TG_TABLE_NAME = 'instalment' AND TG_OP = 'UPDATE' AND state <> 'cancelled' THEN
      CONTINUE WHEN (OLD.invoice_id, OLD.amount, OLD.due_date) = (NEW.invoice_id, NEW.amount, NEW.due_date);
    END IF;
    RAISE EXCEPTION 'a part of an invoice that is %', state
      USING ERRCODE = 'restrict_violation', CONSTRAINT = 'invoice_read_only_' || state;
  END LOOP;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END $function$;

CREATE TRIGGER guard BEFORE INSERT OR DELETE OR UPDATE ON instalment FOR EACH ROW
  EXECUTE FUNCTION invoice_guard_parts();

CREATE TRIGGER guard BEFORE INSERT OR DELETE OR UPDATE ON invoice_footer_header FOR EACH ROW
  EXECUTE FUNCTION invoice_guard_parts();

CREATE TRIGGER guard BEFORE INSERT OR DELETE OR UPDATE ON invoice_item FOR EACH ROW
  EXECUTE FUNCTION invoice_guard_parts();

-- Keep `open_due_date` of an invoice: the due date of its oldest open instalment. It stands on the invoice, so that
-- lists and figures of 300,000 invoices find it in their indexes (docs/finance.md, Overdue).

CREATE OR REPLACE FUNCTION public.invoice_open_due_follows()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE invoice SET open_due_date = now.day
  FROM (SELECT touched.invoice_id,
      (SELECT min(part.due_date) FROM instalments_left(touched.invoice_id) part WHERE part.amount_left > 0) AS day
    FROM (SELECT DISTINCT invoice_id FROM changed) touched) now
  WHERE invoice.id = now.invoice_id AND invoice.open_due_date IS DISTINCT FROM now.day;
  RETURN NULL;
END $function$;

CREATE TRIGGER open_due_deleted AFTER DELETE ON instalment REFERENCING OLD TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION invoice_open_due_follows();

CREATE TRIGGER open_due_inserted AFTER INSERT ON instalment REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION invoice_open_due_follows();

CREATE TRIGGER open_due_updated AFTER UPDATE ON instalment REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION invoice_open_due_follows();

CREATE TRIGGER open_due_deleted AFTER DELETE ON payment REFERENCING OLD TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION invoice_open_due_follows();

CREATE TRIGGER open_due_inserted AFTER INSERT ON payment REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION invoice_open_due_follows();

CREATE TRIGGER open_due_updated AFTER UPDATE ON payment REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION invoice_open_due_follows();

-- Keep the sums of a pay run: the total of its lines and their number. The run is locked first, as an invoice is
-- (`invoice_add_up_items`).

CREATE OR REPLACE FUNCTION public.pay_run_add_up()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM FROM pay_run WHERE id IN (SELECT run_id FROM changed) ORDER BY id FOR UPDATE;
  UPDATE pay_run SET total = sums.total, lines = sums.lines
  FROM (
    SELECT touched.run_id, coalesce(sum(l.amount), 0) AS total, count(l.id) AS lines
    FROM (SELECT DISTINCT run_id FROM changed) touched LEFT JOIN pay_line l USING (run_id)
    GROUP BY touched.run_id
  ) sums
  WHERE id = sums.run_id;
  RETURN NULL;
END $function$;

CREATE TRIGGER add_up_deleted AFTER DELETE ON pay_line REFERENCING OLD TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION pay_run_add_up();

CREATE TRIGGER add_up_inserted AFTER INSERT ON pay_line REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION pay_run_add_up();

CREATE TRIGGER add_up_updated AFTER UPDATE ON pay_line REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION pay_run_add_up();

-- Queue an invoice for the accounting system in the transaction that changes it. A document that was never anything but
-- a draft is not queued; one that is in the accounting system already is kept in step as a draft too. Load data sets
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

-- Queue an invoice for the accounting system when its lines or payments change (`sync_invoice`).

CREATE OR REPLACE FUNCTION public.sync_part()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP <> 'INSERT' THEN PERFORM sync_touch(OLD.invoice_id); END IF;
  IF TG_OP <> 'DELETE' AND (TG_OP = 'INSERT' OR OLD.invoice_id <> NEW.invoice_id) THEN
    PERFORM sync_touch(NEW.invoice_id);
  END IF;
  RETURN NULL;
END $function$;

CREATE TRIGGER sync_part AFTER INSERT OR DELETE OR UPDATE ON invoice_item FOR EACH ROW
  WHEN (current_setting('staffroom.sync'::text, true) IS DISTINCT FROM 'off'::text)
  EXECUTE FUNCTION sync_part();

CREATE TRIGGER sync_part AFTER INSERT OR DELETE OR UPDATE ON payment FOR EACH ROW
  WHEN (current_setting('staffroom.sync'::text, true) IS DISTINCT FROM 'off'::text)
  EXECUTE FUNCTION sync_part();

-- Queue a document for the accounting system: raise the version that is wanted there and start its tries anew.

CREATE OR REPLACE FUNCTION public.sync_touch(record bigint)
 RETURNS void
 LANGUAGE sql
AS $function$
  UPDATE sync_document SET wanted_version = wanted_version + 1, tries = 0, next_try = clock_timestamp(),
    queued = CASE WHEN state = 'waiting' THEN queued ELSE clock_timestamp() END,
    state = CASE WHEN state = 'conflict' THEN state ELSE 'waiting' END
  WHERE invoice_id = record
$function$;

-- The mails as the office finds them on its first day; it edits them on the page.
INSERT INTO invoice_email_template (kind, subject, body) VALUES
('invoice', '{{title}} {{number}} from {{organisation}}', '<p>Dear {{person}},</p><p>Please find attached {{title}} {{number}} of {{date}} for <strong>{{total}}</strong>. {{amountDue}} is to be paid by {{amountDueDate}}. {{instalments}}</p><p>You can look at it at <a href="{{paymentLink}}">{{paymentLink}}</a>; your passcode is <strong>{{passcode}}</strong>. {{howToPay}}</p><p>If anything is unclear, simply answer this mail.</p><p>Kind regards,<br>{{sender}}<br>{{organisation}}</p>'),
('creditNote', '{{title}} {{number}} from {{organisation}}', '<p>Dear {{person}},</p><p>Please find attached {{title}} {{number}} of {{date}} for <strong>{{total}}</strong>. There is nothing for you to do.</p><p>Kind regards,<br>{{sender}}<br>{{organisation}}</p>'),
('receipt', 'Receipt for {{title}} {{number}}', '<p>Dear {{person}},</p><p>Thank you: we have received {{paid}} for {{title}} {{number}}. The receipt is attached.</p><p>Kind regards,<br>{{sender}}<br>{{organisation}}</p>'),
('reminder', 'Reminder: {{title}} {{number}} is due', '<p>Dear {{person}},</p><p>Our records show <strong>{{amountDue}}</strong> still open on {{title}} {{number}}, due on {{amountDueDate}}. {{instalments}} The document is attached once more.</p><p>You can look at it at <a href="{{paymentLink}}">{{paymentLink}}</a>; your passcode is <strong>{{passcode}}</strong>. {{howToPay}} If you have paid in the meantime, please take this as a thank you.</p><p>Kind regards,<br>{{sender}}<br>{{organisation}}</p>'),
('reminderBefore', '{{title}} {{number}}: payment due on {{amountDueDate}}', '<p>Dear {{person}},</p><p>This is a short note ahead of time: the payment of <strong>{{amountDue}}</strong> for {{title}} {{number}} is due on <strong>{{amountDueDate}}</strong>. {{instalments}} A copy is attached; you can also view it at <a href="{{paymentLink}}">{{paymentLink}}</a> with the passcode <strong>{{passcode}}</strong>.</p><p>{{howToPay}} If you have already arranged the payment, thank you; there is nothing else for you to do. If you have any questions, simply reply to this email.</p><p>Kind regards,<br>Accounts<br>{{organisation}}</p>'),
('reminderDue', '{{title}} {{number}}: payment due today', '<p>Dear {{person}},</p><p>The payment of <strong>{{amountDue}}</strong> for {{title}} {{number}} is due today. {{instalments}} A copy is attached; you can also view it at <a href="{{paymentLink}}">{{paymentLink}}</a> with the passcode <strong>{{passcode}}</strong>.</p><p>{{howToPay}} If your payment is already on its way, thank you; please disregard this email. If you have any questions, simply reply to it.</p><p>Kind regards,<br>Accounts<br>{{organisation}}</p>'),
('reminderAfter', 'Reminder: {{title}} {{number}} is overdue', '<p>Dear {{person}},</p><p>According to our records, the payment of <strong>{{amountDue}}</strong> for {{title}} {{number}} was due on <strong>{{amountDueDate}}</strong> and has not reached us yet. {{instalments}} A copy is attached; you can also view it at <a href="{{paymentLink}}">{{paymentLink}}</a> with the passcode <strong>{{passcode}}</strong>.</p><p>We would be grateful if you could pay within the next few days. {{howToPay}} If you have paid in the meantime, please accept our thanks and disregard this email.</p><p>If something is unclear, or if you cannot pay at the moment, please reply to this email so that we can find a solution together.</p><p>Kind regards,<br>Accounts<br>{{organisation}}</p>'),
('reminderLast', 'Final reminder: {{title}} {{number}} is overdue', '<p>Dear {{person}},</p><p>We have still not received the payment of <strong>{{amountDue}}</strong> for {{title}} {{number}}, which was due on <strong>{{amountDueDate}}</strong>. {{instalments}} A copy is attached; you can also view it at <a href="{{paymentLink}}">{{paymentLink}}</a> with the passcode <strong>{{passcode}}</strong>.</p><p>Please pay within the next seven days. {{howToPay}} If you have paid in the meantime, please accept our thanks and disregard this email.</p><p>This is the last reminder that we send by email. If something prevents you from paying, please reply to it; otherwise one of our colleagues will contact you about the next steps.</p><p>Kind regards,<br>Accounts<br>{{organisation}}</p>');

-- Reminders of overdue invoices: the office switches them on.
INSERT INTO reminder_setting (reminder, rung, days) VALUES
('overdueInvoice', 'before7', -7),
('overdueInvoice', 'due', 0),
('overdueInvoice', 'after7', 7),
('overdueInvoice', 'after14', 14),
('overdueInvoice', 'after30', 30);
