-- Update the sums of an expense claim: the total of its lines, their number, and the number without a receipt (mileage
-- needs none). Lock the claim first, as `invoice_add_up_items` does with invoices.

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
