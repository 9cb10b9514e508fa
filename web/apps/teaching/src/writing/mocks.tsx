import type { Shape } from "@staffroom/contract";
import { Parts } from "@staffroom/form";
import { MockMonth } from "./mock-month";

type Mock = Shape<"teaching", "MockExam"> | Shape<"teaching", "MockOfCollection">;
type Props = {
  thing: "/reportmock" | "/collectionreport/mock";
  to: string;
  rows: readonly Mock[];
  mayChange: boolean;
  empty: string;
  onChanged: () => void;
};

/** The mock exams of a report, by month. */
export const Mocks = ({ thing, to, rows, mayChange, empty, onChanged }: Props) => (
  <Parts
    thing={thing}
    rows={rows}
    to={to}
    noun="mock"
    nameOf={({ month, grade }) => `${month}, ${grade}`}
    mayChange={mayChange}
    columns={[{ title: "Month", head: true, cell: MockMonth }, "mark", "maxMark", "grade", "comment"]}
    empty={empty}
    onChanged={onChanged}
  />
);
