import { api, invalidate, useApi } from "@staffroom/api";
import type { Answer, Field, RecordPieceProps, RowOf } from "@staffroom/contract";
import { FieldFormDialog } from "@staffroom/form";
import { Answered, attempt, formatNumber, PlainTable, toast } from "@staffroom/ui";
import { Alert, Button } from "antd";
import { useState, type DragEvent } from "react";
import "../style.css";

type Invigilator = Answer<"people", "/exams/sessions/{id}/invigilators">[number];
type Duty = RowOf<"people", "/exams/invigilation">;
const reason: Field[] = [
  {
    name: "overrideReason",
    title: "Reason",
    type: "text",
    required: true,
    maxLength: 300,
    help: "It is recorded with your name",
  },
];
const hours = (minutes: number) => `${formatNumber(Math.round(minutes / 6) / 10)} h`;

/**
 * The invigilators who are free for a session, with their load and any objections; they are dragged onto it, or added
 * by their button.
 */
export default function RosterTab({ record, reload }: RecordPieceProps) {
  const id = Number(record.id);
  const people = useApi<Invigilator[]>(`/exams/sessions/${id}/invigilators`);
  const duties = useApi<Duty[]>("/exams/invigilation", { sessionId: id });
  const [isOver, setOver] = useState(false);
  const [asks, setAsks] = useState<Invigilator | null>(null);
  const warnings = (record.warnings ?? []) as string[];
  const done = async () => {
    await Promise.all([people.refetch(), duties.refetch(), invalidate("/exams/invigilation")]);
    reload();
  };
  const role = (duties.data ?? []).some((one) => one.role === "lead" && one.status !== "declined")
    ? "invigilator"
    : "lead";
  const add = (one: Invigilator) => {
    if (one.objections.some(({ allowed }) => !allowed))
      return void toast.error(one.objections.map(({ text }) => text).join(" "));
    if (one.objections.length) return void setAsks(one);
    void attempt(async () => {
      await api.post("/exams/invigilation", { sessionId: id, invigilatorId: one.id, role });
      await done();
      toast.success(`${one.name} is invited. The mail goes out with "Mail invitations"`);
    });
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const one = people.data?.find(({ id: other }) => other === Number(event.dataTransfer.getData("text/plain")));
    if (one) add(one);
  };
  return (
    <div className="exam-stack">
      {warnings.map((text) => (
        <Alert key={text} type="warning" showIcon title={text} />
      ))}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- each row has a button that does the same */}
      <section
        className="exam-drop"
        aria-label="On this session"
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <b>
          On this session: {String(record.staffed)} of {String(record.needed)}
        </b>
        <ul>
          {(duties.data ?? []).map((one) => (
            <li key={one.id}>
              {one.invigilator}, {one.role}, {one.status}
            </li>
          ))}
        </ul>
      </section>
      <Answered query={people} title="The invigilators did not load" rows={6}>
        {(rows) => (
          <PlainTable<Invigilator>
            stacks
            rows={rows}
            empty="No invigilator is active."
            columns={[
              {
                title: "Invigilator",
                head: true,
                cell: (one) => (
                  <span
                    className="exam-drag"
                    draggable
                    onDragStart={(event) => event.dataTransfer.setData("text/plain", String(one.id))}
                  >
                    {one.name}
                  </span>
                ),
              },
              { title: "Duties", num: true, cell: ({ duties: count }) => formatNumber(count) },
              { title: "In the series", num: true, cell: ({ minutes }) => hours(minutes) },
              {
                title: "What speaks against",
                cell: ({ objections }) => objections.map(({ text }) => text).join(" ") || "–",
              },
              {
                title: "",
                cell: (one) => (
                  <Button
                    size="small"
                    aria-label={`Invite ${one.name}`}
                    disabled={one.objections.some(({ allowed }) => !allowed)}
                    onClick={() => add(one)}
                  >
                    Invite
                  </Button>
                ),
              },
            ]}
          />
        )}
      </Answered>
      <FieldFormDialog
        open={asks !== null}
        title="Allow despite a rule"
        submitLabel="Invite"
        intro={asks?.objections.map(({ text }) => text).join(" ")}
        fields={reason}
        to={(values) => api.post("/exams/invigilation", { ...values, sessionId: id, invigilatorId: asks?.id, role })}
        onCancel={() => setAsks(null)}
        onDone={async () => {
          setAsks(null);
          await done();
        }}
      />
    </div>
  );
}
