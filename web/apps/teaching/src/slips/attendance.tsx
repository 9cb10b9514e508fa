import { useApi } from "@staffroom/api";
import type { Figures, WidgetProps } from "@staffroom/contract";
import { ListScreen } from "@staffroom/list";
import { RecordDrawer } from "@staffroom/screen";
import { formatNumber, useOpenRecord } from "@staffroom/ui";
import { useFixed } from "../parts/use-fixed";
import { slipCells } from "./cells";
import { slipDrawer } from "./drawer";
import { SlipFoot } from "./moves";
import SlipView from "./view";
import type { Slip } from "./types";

const list = "/slip/attendance";
const inAddress = { inAddress: true };

/** Formats `33 of 37 (89%)`. */
const partOf = (count: number, total: number) =>
  `${formatNumber(count)} of ${formatNumber(total)} (${Math.round((count / total) * 100)}%)`;

/** The attendance of a student, tutor or course: its figures, and the tutorials. */
export default function Attendance(props: WidgetProps["attendance"]) {
  const { courseId, studentId, tutorId } = props;
  const fixed = useFixed({ courseId, studentId, tutorId });
  const [opened, open] = useOpenRecord(slipDrawer.param);
  const { data } = useApi<Figures>(`${list}/figures`, { by: "present", ...fixed });
  const counts = (data?.groups ?? []).map(({ texts, values }) => [String(texts[0]), Number(values[0])] as const);
  const total = counts.reduce((sum, [, count]) => sum + count, 0);
  return (
    <>
      <ListScreen
        path={list}
        fixed={fixed}
        embedded={inAddress}
        subtitle={
          <span className="tea-attended">
            {counts.map(([name, count]) => (
              <span key={name}>
                {name} <b>{partOf(count, total)}</b>
              </span>
            ))}
          </span>
        }
        cells={slipCells}
        opens={slipDrawer.param}
        emptyText="Slips say who came to their tutorials."
      />
      <RecordDrawer<Slip>
        {...slipDrawer}
        list="/slips"
        id={opened}
        onClose={() => open(null)}
        footer={(slip, reload) =>
          (slip.moves.length > 0 || slip.may.edit.length > 0) && <SlipFoot slip={slip} onDone={reload} />
        }
      >
        {(record, reload) => <SlipView record={record} thing={slipDrawer.thing} reload={reload} />}
      </RecordDrawer>
    </>
  );
}
