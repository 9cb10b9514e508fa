import { api, invalidate, useApi } from "@staffroom/api";
import type { Answer, Field, RecordPieceProps } from "@staffroom/contract";
import { FieldFormDialog } from "@staffroom/form";
import { Answered, attempt, formatNumber, PlainTable, toast } from "@staffroom/ui";
import { Alert, Button } from "antd";
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from "react";
import "../style.css";

type Invigilator = Answer<"people", "/exams/sessions/{id}/invigilators">[number];
type Duty = { id: number; invigilator: string; role: string; status: string };
const reason: Field[] = [
  {
    name: "overrideReason",
    title: "Reason",
    type: "text",
    required: true,
    maxLength: 300,
    help: "It is kept with your name",
  },
];
const hours = (minutes: number) => `${formatNumber(Math.round(minutes / 6) / 10)} h`;

/** Makes an element a drop target: it is highlighted while something is over it, and passes on the dropped text. */
function useDrop(onDrop: (text: string) => void): RefObject<HTMLElement | null> {
  const target = useRef<HTMLElement>(null);
  const dropped = useEffectEvent(onDrop);
  useEffect(() => {
    const element = target.current;
    if (!element) return undefined;
    const over = (event: DragEvent) => {
      event.preventDefault();
      element.dataset.over = "true";
    };
    const leave = () => {
      delete element.dataset.over;
    };
    const drop = (event: DragEvent) => {
      event.preventDefault();
      leave();
      dropped(event.dataTransfer?.getData("text/plain") ?? "");
    };
    element.addEventListener("dragover", over);
    element.addEventListener("dragleave", leave);
    element.addEventListener("drop", drop);
    return () => {
      element.removeEventListener("dragover", over);
      element.removeEventListener("dragleave", leave);
      element.removeEventListener("drop", drop);
    };
  }, []);
  return target;
}

/**
 * The invigilators who are free for a session, with their load and any objections; they are dragged onto it, or added
 * by their button.
 */
export default function RosterTab({ record, reload }: RecordPieceProps) {
  const id = Number(record.id);
  const people = useApi<Invigilator[]>(`/exams/sessions/${id}/invigilators`);
  const duties = useApi<Duty[]>("/exams/invigilation", { sessionId: id });
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
  const target = useDrop((text) => {
    const one = people.data?.find((other) => other.id === Number(text));
    if (one) add(one);
  });
  return (
    <div className="exam-stack">
      {warnings.map((text) => (
        <Alert key={text} type="warning" showIcon title={text} />
      ))}
      <section ref={target} className="exam-drop" aria-label="On this session">
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
        title="Allow in spite of a rule"
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
