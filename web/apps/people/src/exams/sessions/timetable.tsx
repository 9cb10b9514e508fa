import { useApi, useSession } from "@staffroom/api";
import type { RowOf } from "@staffroom/contract";
import { Answered, formatDateTime, formatTime, PageHeader, Panel, PlainTable } from "@staffroom/ui";
import { TimetableButton } from "./documents";
import "../style.css";

type Seat = RowOf<"people", "/exams/seats">;

/** A candidate's own exams, with day, time, room and seat. */
export default function TimetablePage() {
  const seats = useApi<Seat[]>("/exams/seats", { page: 1, pageSize: 100, sort: "starts" });
  const { user } = useSession();
  return (
    <>
      <PageHeader title="My exam timetable" />
      <Answered query={seats} title="The timetable did not load" rows={6}>
        {(rows) => {
          const candidates = [...new Set(rows.map(({ candidateId }) => candidateId))];
          return (
            <Panel
              title={user?.name ?? "Timetable"}
              flush
              extra={candidates.map((one) => (
                <TimetableButton key={one} candidate={one} />
              ))}
            >
              <PlainTable<Seat>
                stacks
                rows={rows}
                empty="Your exams appear here once you have a seat."
                columns={[
                  {
                    title: "When",
                    head: true,
                    cell: ({ starts, ends }) => `${formatDateTime(starts)} to ${formatTime(ends)}`,
                  },
                  { title: "Paper", cell: ({ paper }) => paper },
                  { title: "Room", cell: ({ room }) => room },
                  { title: "Seat", num: true, cell: ({ seat }) => String(seat ?? "–") },
                ]}
              />
            </Panel>
          );
        }}
      </Answered>
    </>
  );
}
