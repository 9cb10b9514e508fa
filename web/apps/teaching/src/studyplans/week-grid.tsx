import { useFields } from "@staffroom/form";
import { Grid, type CellChange, type GridColumn, type GridHandle } from "@staffroom/grid";
import { today } from "@staffroom/screen";
import { FieldsSkeleton, formatDate, Icon, RichTextView } from "@staffroom/ui";
import { Button } from "antd";
import { useEffect, useMemo, useRef } from "react";
import { takesContents } from "./move-week";
import { saveWeeks } from "./save-weeks";
import { terms, type CoursePlan, type PlanWeek } from "./types";
import { mayPush, usePush } from "./use-push";
import { WeekMenu } from "./week-menu";
import { isNow, Tracks, WeekHead, weekName } from "./week-parts";

type Props = { found: CoursePlan; reload: () => Promise<void> };
/** A week as the grid copies it: its days and its result in words. */
type Row = PlanWeek & { title: string; told: string };

/**
 * The weeks of a year as a grid: contents are typed, pasted from a spreadsheet, dragged to another week, and undone.
 */
export function WeekGrid({ found, reload }: Props) {
  const { fields } = useFields("/v2/studyplanweek");
  const { fields: ofStudents } = useFields("/v2/studyplanweekwithstudent");
  const [content, status, ot] = [fields.get("content"), fields.get("status"), ofStudents.get("ot")];
  const grid = useRef<GridHandle>(null);
  const pushed = (changes: CellChange[], inserted: PlanWeek | null) => {
    grid.current?.record(changes);
    if (inserted) grid.current?.go(inserted.id, "content", "edit");
  };
  const push = usePush({ found, reload, onPushed: pushed });
  const rows = useMemo<Row[]>(() => {
    const names = new Map(found.students.map(({ cwsId, name }) => [cwsId, name]));
    const labelOf = (value: string | null) => ot?.options?.find((option) => option.value === value)?.label ?? "";
    const textOf = ({ cwsId, ot: track, missed }: PlanWeek["students"][number]) => {
      const text = [labelOf(track), missed && "Tutorial missed"].filter(Boolean).join(", ");
      return text && `${names.get(cwsId)}: ${text}`;
    };
    return found.weeks.map((week) => ({
      ...week,
      title: `${weekName(week)}, ${formatDate(week.start)}`,
      told: week.students.map(textOf).filter(Boolean).join("; "),
    }));
  }, [found, ot]);
  const columns: GridColumn<Row>[] = [
    {
      name: "title",
      title: "Week",
      width: 232,
      frozen: true,
      readOnly: true,
      cell: (week) => (
        <span className="tea-week" data-now={isNow(week) || undefined}>
          <WeekHead week={week} found={found} withTerm />
        </span>
      ),
    },
    { name: "content", field: content, cell: (_, { value }) => (value ? <RichTextView html={String(value)} /> : null) },
    { name: "status", title: "State", field: status, width: 130 },
    {
      name: "told",
      title: "Students",
      width: 210,
      readOnly: true,
      cell: (week) => <Tracks week={week} found={found} />,
    },
    {
      name: "id",
      title: "More",
      head: " ",
      width: 48,
      readOnly: true,
      cell: (week) => <WeekMenu week={week} found={found} reload={reload} onPushed={pushed} inGrid />,
    },
  ];
  const isReady = !!content && !!status;
  const first = found.weeks.find(({ end }) => end >= today())?.id;
  useEffect(() => {
    if (isReady && first !== undefined) grid.current?.go(first, "content", "show");
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a plan opens at this week; afterwards it stays where it is
  }, [isReady]);
  if (!isReady) return <FieldsSkeleton />;
  const inTerms = Object.entries(terms).flatMap(([term, label]) => {
    const week = found.weeks.find((one) => one.term === term);
    return week ? [{ label, id: week.id }] : [];
  });
  return (
    <>
      <div className="tea-tools" role="group" aria-label="Go to a term">
        {inTerms.map(({ label, id }) => (
          <Button key={id} size="small" onClick={() => grid.current?.go(id, "content", "show")}>
            {label}
          </Button>
        ))}
      </div>
      <Grid<Row>
        className="tea-week-grid"
        rows={rows}
        rowKey="id"
        label="Weeks of the study plan"
        columns={columns}
        save={(changes) => saveWeeks({ courseId: found.course.id, planId: found.plan?.id ?? 0, reload }, changes)}
        draftKey={`studyplan ${found.plan?.id}`}
        rowHeight="auto"
        maxHeight={440}
        exchanges={{ name: "content", takes: takesContents }}
        handle={grid}
        actions={(week) => (
          <Button
            size="small"
            icon={<Icon name="plus" size={14} />}
            disabled={!mayPush(found, week)}
            loading={push.isBusy}
            onClick={() => void push.insert(week)}
          >
            Insert and push down
          </Button>
        )}
        empty={<p className="sr-muted">This plan has no weeks.</p>}
      />
    </>
  );
}
