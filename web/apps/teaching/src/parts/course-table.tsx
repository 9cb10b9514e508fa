import type { Row } from "@staffroom/contract";
import { ChoiceTag } from "@staffroom/screen";
import { PlainTable, type PlainColumn } from "@staffroom/ui";
import { Checkbox } from "antd";
import { courseTitle } from "./courses";

type CourseTableProps = {
  rows: readonly Row[];
  /** The label of the box that chooses all. */
  allLabel: string;
  isChosen: (row: Row) => boolean;
  onChoose: (rows: readonly Row[], isChosen: boolean) => void;
  /** Next to the course and its type. */
  columns: readonly PlainColumn<Row>[];
  className: string;
};

/** Courses of which some or all are chosen. */
export function CourseTable({ rows, allLabel, isChosen, onChoose, columns, className }: CourseTableProps) {
  const areAll = rows.length > 0 && rows.every(isChosen);
  return (
    <>
      <Checkbox checked={areAll} disabled={!rows.length} onChange={() => onChoose(rows, !areAll)}>
        {allLabel}
      </Checkbox>
      <div className={className}>
        <PlainTable<Row>
          stacks
          rows={rows}
          keyOf={(row) => Number(row.id)}
          columns={[
            {
              title: "Course",
              head: true,
              cell: (row) => (
                <Checkbox checked={isChosen(row)} onChange={({ target }) => onChoose([row], target.checked)}>
                  {courseTitle(row)}
                </Checkbox>
              ),
            },
            { title: "Type", cell: (row) => <ChoiceTag of="/courses/columns" name="type" value={row.type} /> },
            ...columns,
          ]}
          empty="No course matches."
        />
      </div>
    </>
  );
}
