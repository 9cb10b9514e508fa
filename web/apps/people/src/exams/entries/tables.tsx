import { Navigate, useParams } from "react-router";

/** The filter of the entries by which each kind of table groups, and its figures. */
const tables: Record<string, { figures: string; filter: string }> = {
  board: { figures: "board", filter: "board" },
  level: { figures: "level", filter: "level" },
  subject: { figures: "subject", filter: "subject" },
  centre: { figures: "centre", filter: "centre" },
  kind: { figures: "kind", filter: "kind" },
  series: { figures: "series", filter: "series" },
  status: { figures: "status", filter: "status" },
  fee: { figures: "feeKind", filter: "feeKind" },
  month: { figures: "enteredOn.month", filter: "enteredOn" },
};

/**
 * Opens the entries as figures by one dimension: a number leads to its rows. The last part of the address narrows them.
 */
export default function Tables() {
  const { type = "board", filter } = useParams();
  const table = tables[type] ?? { figures: "board", filter: "board" };
  const query = new URLSearchParams({
    figures: filter ? "status" : table.figures,
    ...(filter ? { [table.filter]: filter } : {}),
  });
  return <Navigate replace to={`/exams/entries?${query.toString()}`} />;
}
