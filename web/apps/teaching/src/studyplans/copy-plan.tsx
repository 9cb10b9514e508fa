import { api, useApi } from "@staffroom/api";
import { useQuery } from "@tanstack/react-query";
import { Answered, Dialog, formatDate, PlainTable, RichTextView, toast, useAttempt } from "@staffroom/ui";
import { Button } from "antd";
import { useState } from "react";
import type { CopiedPlan, CoursePlan, PlanSource } from "./types";
import { weekName } from "./week-parts";

type Props = { found: CoursePlan; reload: () => Promise<void>; onClose: () => void };
const nameOf = ({ title, year, sameCourse }: PlanSource) => `${title}${sameCourse ? " (this course)" : ""} ${year}`;

/**
 * Plans that can be copied: of this course, of its board, level and subject, of other boards. Each is previewed on this
 * year's weeks before it is copied.
 */
export function CopyPlan({ found, reload, onClose }: Props) {
  const query = useApi<PlanSource[]>(`/v2/course/${found.course.id}/studyplan/sources`, undefined, { staleTime: 0 });
  const [source, setSource] = useState<PlanSource>();
  if (source)
    return (
      <Preview found={found} reload={reload} source={source} onBack={() => setSource(undefined)} onClose={onClose} />
    );
  return (
    <Dialog open title="Copy another plan" footer={null} width={760} onCancel={onClose}>
      <p>
        The content of each week is copied to the week of the same number in the same term of{" "}
        {found.academicYear?.title}.
      </p>
      <Answered query={query} rows={4}>
        {(sources) => (
          <PlainTable<PlanSource>
            stacks
            rows={sources}
            empty="There is no plan for this subject and level to copy."
            columns={[
              {
                title: "Course",
                head: true,
                cell: ({ title, sameCourse }) => (sameCourse ? `${title} (this course)` : title),
              },
              {
                title: "Board",
                cell: ({ board, sameBoard }) =>
                  sameBoard ? board : <span className="sr-muted">{board || "No board"}, another board</span>,
              },
              { title: "Academic year", cell: ({ year }) => year },
              { title: "Weeks planned", num: true, cell: ({ weeks }) => weeks },
              {
                title: "",
                cell: (one) => (
                  <Button size="small" aria-label={`Preview ${nameOf(one)}`} onClick={() => setSource(one)}>
                    Preview
                  </Button>
                ),
              },
            ]}
          />
        )}
      </Answered>
    </Dialog>
  );
}

/** This year's weeks, filled in with the copy of a plan. */
function Preview({ found, reload, source, onBack, onClose }: Props & { source: PlanSource; onBack: () => void }) {
  const path = `/v2/course/${found.course.id}/studyplan`;
  const query = useQuery({
    queryKey: [`${path}/preview`, source.id],
    queryFn: () => api.post<CopiedPlan>(`${path}/preview`, { copyFrom: source.id }),
    staleTime: 0,
  });
  const [busy, attempt] = useAttempt();
  const copy = () =>
    attempt(async () => {
      const { copied } = await api.post<{ copied: number }>(path, { copyFrom: source.id });
      await reload();
      toast.success(`Study plan created, ${copied} weeks copied`);
      onClose();
    });
  const footer = (
    <>
      <Button onClick={onBack}>Back</Button>
      <Button type="primary" disabled={!query.data} loading={busy !== null} onClick={() => void copy()}>
        Copy plan
      </Button>
    </>
  );
  return (
    <Dialog open title={`Copy ${nameOf(source)}`} footer={footer} width={760} onCancel={onClose}>
      <Answered query={query} rows={8}>
        {({ weeks, left }) => (
          <>
            {left.length > 0 && (
              <p className="sr-note-bad">
                {found.academicYear?.title} has no week for the content of {left.map(weekName).join(", ")}. It is not
                copied.
              </p>
            )}
            <PlainTable<CopiedPlan["weeks"][number]>
              stacks
              rows={weeks}
              keyOf={({ term, week }) => `${term} ${week}`}
              columns={[
                { title: "Week", head: true, cell: weekName },
                { title: "Days", cell: ({ start, end }) => `${formatDate(start)} to ${formatDate(end)}` },
                {
                  title: "Content",
                  cell: ({ content }) =>
                    content ? <RichTextView html={content} /> : <span className="sr-muted">Nothing planned yet</span>,
                },
              ]}
            />
          </>
        )}
      </Answered>
    </Dialog>
  );
}
