import { useApi } from "@staffroom/api";
import { formatDate, RichTextView, StatusTag } from "@staffroom/ui";
import { useCallback } from "react";
import { Part } from "../parts/part";
import type { Slip } from "../slips/types";
import { Pace } from "./students";
import { StudentWeek } from "./student-week";
import { terms, type CwsPlan, type Term } from "./types";
import "./style.css";

/**
 * The tutorial's week in the student's study plan: its content and results. Nothing without a plan, or if it cannot be
 * loaded.
 */
export function SlipWeeks({ slip }: { slip: Slip }) {
  const cwsId = slip.course?.cwsId;
  const query = useApi<CwsPlan>(`/v2/cws/${cwsId}/studyplan`, undefined, { enabled: !!cwsId, staleTime: 0 });
  const { refetch } = query;
  const saved = useCallback(() => void refetch(), [refetch]);
  const day = slip.tutorial?.start.slice(0, 10) ?? "";
  const weeks = (query.data?.weeks ?? []).filter(({ start, end }) => start <= day && day <= end);
  if (!cwsId || !query.data || !weeks.length) return null;
  const mayWrite = query.data.mayEdit && slip.may.edit.includes("present");
  return (
    <Part
      title={
        <>
          Study plan <Pace weeks={query.data.weeksBehind} />
          {query.data.late && <StatusTag label="Plan too late for the exam" color="red" />}
        </>
      }
    >
      {weeks.map((week) => (
        <div key={week.id} className="tea-slip-week">
          <h3>
            {terms[week.term as Term]} week {week.week}: {formatDate(week.start)} to {formatDate(week.end)}
          </h3>
          {week.content ? (
            <RichTextView html={week.content} />
          ) : (
            <p className="sr-muted">Nothing planned for this week</p>
          )}
          {mayWrite ? (
            <StudentWeek
              weekId={week.id}
              cwsId={cwsId}
              said={{ id: week.studentWeekId, ot: week.ot, actual: week.actual }}
              onSaved={saved}
            />
          ) : (
            week.actual && <RichTextView html={week.actual} />
          )}
        </div>
      ))}
    </Part>
  );
}
