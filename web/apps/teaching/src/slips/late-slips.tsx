import { useApi } from "@staffroom/api";
import type { Answer, Choice } from "@staffroom/contract";
import { Answered, Dialog, PlainTable, plural, useAddress, useAttempt } from "@staffroom/ui";
import { Button } from "antd";
import { useState } from "react";
import { remind, RemindButton } from "../parts/remind";
import { UnwrittenList } from "../writing/to-write";

type Writer = Answer<"teaching", "/slip/late-writers">[number];
type Reminded = { slips: number; writers: number };

/** Remind the writers of these slips, in one notice each. */
const remindWriters = (choice: Choice) =>
  remind<Reminded>(
    "/slip/unwritten",
    choice,
    "/slip/remind",
    ({ slips, writers }) => `${plural(writers, "writer")} reminded of ${plural(slips, "slip")}`,
  );

/** The late slips, by tutor on demand; the writers of selected ones are reminded. */
export default function LateSlips() {
  const [byTutor, setByTutor] = useState(false);
  return (
    <>
      <UnwrittenList
        emptyText="Every tutorial and session of the last 90 days has its slip."
        actions={<Button onClick={() => setByTutor(true)}>By tutor</Button>}
        selectionActions={(choice) => <RemindButton run={() => remindWriters(choice)} />}
      />
      {byTutor && <ByTutor onClose={() => setByTutor(false)} />}
    </>
  );
}

/** Tutors with late slips: how many, and how many days the oldest is late. */
function ByTutor({ onClose }: { onClose: () => void }) {
  const query = useApi<Writer[]>("/slip/late-writers", undefined, { staleTime: 0 });
  const [, change] = useAddress();
  const [busy, attempt] = useAttempt();
  const show = ({ id }: Writer) => {
    change({ tutorId: id, isLate: "true" });
    onClose();
  };
  const ofTutor = (id: number): Choice => ({ query: { tutorId: String(id), isLate: "true" } });
  return (
    <Dialog open title="Late slips by tutor" footer={null} width={640} onCancel={onClose}>
      <Answered query={query} rows={6}>
        {(writers) => (
          <PlainTable<Writer>
            stacks
            rows={writers}
            keyOf={({ kind, id }) => `${kind} ${id}`}
            columns={[
              {
                title: "Tutor or invigilator",
                head: true,
                cell: (one) =>
                  one.kind === "tutor" ? (
                    <button type="button" className="tea-link" onClick={() => show(one)}>
                      {one.name}
                    </button>
                  ) : (
                    one.name
                  ),
              },
              { title: "Late slips", num: true, cell: ({ slips }) => slips },
              { title: "Oldest, days late", num: true, cell: ({ oldestDays }) => oldestDays },
              {
                title: "",
                cell: ({ kind, id, name }) =>
                  kind === "tutor" && (
                    <Button
                      size="small"
                      loading={busy === id}
                      aria-label={`Remind ${name ?? ""}`}
                      onClick={() => void attempt(() => remindWriters(ofTutor(id)), id)}
                    >
                      Remind
                    </Button>
                  ),
              },
            ]}
            empty="No slip is late."
          />
        )}
      </Answered>
    </Dialog>
  );
}
