-- Update the sums of an invoice's lines by type, for the statistics (`invoice_line_total`). The triggers run after
-- `add_up_...`, which has locked the invoices: PostgreSQL runs triggers of one event in the order of their names.

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
