import type { Shape } from "@staffroom/contract";
import { Parts } from "@staffroom/form";
import { PlainTable } from "@staffroom/ui";

type Mock = Shape<"teaching", "MockExam"> | Shape<"teaching", "MockOfCollection">;
type Props = {
  thing: "/reportmock" | "/collectionreport/mock";
  to: string;
  rows: readonly Mock[];
  mayChange: boolean;
  empty: string;
  onChanged: () => void;
};

/** The month of a mock, and whether it is the result of a trial exam. */
const MockMonth = ({ month, fromTrial }: Mock) => (
  <>
    {month}
    {fromTrial && (
      <>
        {" "}
        <span className="sr-muted">from trial exams</span>
      </>
    )}
  </>
);
const month = { title: "Month", head: true, cell: MockMonth };

/** The mock exams of a report, by month; for reading. */
export const MockTable = ({ mocks }: { mocks: readonly Mock[] }) => (
  <PlainTable<Mock>
    stacks
    rows={mocks}
    columns={[
      month,
      { title: "Mark", num: true, cell: ({ mark, maxMark }) => `${mark} of ${maxMark}` },
      { title: "Grade", cell: ({ grade }) => grade },
      { title: "Comment", cell: ({ comment }) => comment },
    ]}
  />
);

/** The same for writing. */
export const Mocks = ({ thing, to, rows, mayChange, empty, onChanged }: Props) => (
  <Parts
    thing={thing}
    rows={rows}
    to={to}
    noun="mock"
    nameOf={({ month, grade }) => `${month}, ${grade}`}
    mayChange={mayChange}
    columns={[month, "mark", "maxMark", "grade", "comment"]}
    empty={empty}
    onChanged={onChanged}
  />
);
