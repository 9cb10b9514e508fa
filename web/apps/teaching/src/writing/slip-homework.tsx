import { api, useApi } from "@staffroom/api";
import { ChoiceTag } from "@staffroom/screen";
import { Answered, Dialog, formatDateTime, Icon, PlainTable, Tabs, useAttempt, useDialogs } from "@staffroom/ui";
import { Button } from "antd";
import { useState } from "react";
import { Part } from "../parts/part";
import { homeworkChanged } from "../homework/changed";
import { HomeworkDialog } from "../homework/homework-dialog";
import { slipTabs, tabOf, type OfSlip, type SlipTab } from "../homework/of-slip";
import { PostponeDialog } from "../homework/postpone";
import { SetHomework } from "../homework/set-homework";
import { isTarget, type CwsHomework } from "../homework/types";
import type { Slip } from "../slips/types";
import { useSlipForm } from "./steps";

/**
 * The homework of the slip's student on its course, by state; asked about, marked and set from here (teaching.md 4).
 */
export function SlipHomework({ slip }: { slip: Slip }) {
  const cwsId = slip.course?.cwsId;
  return cwsId && slip.tutorial && slip.student?.id ? (
    <Homework slip={slip} cwsId={cwsId} at={{ id: slip.id, start: slip.tutorial.start, end: slip.tutorial.end }} />
  ) : null;
}

type Tab = SlipTab | "all";
const tabNames = [...Object.keys(slipTabs), "all"] as Tab[];
type Opened = { what: "homework" | "postpone" | "unfinished"; hws: CwsHomework };

function Homework({ slip, cwsId, at }: { slip: Slip; cwsId: number; at: OfSlip }) {
  const query = useApi<CwsHomework[]>(`/v2/cws/${cwsId}/homework`, undefined, { staleTime: 0 });
  const [tab, setTab] = useState<Tab>("outstanding");
  const [opened, setOpened] = useState<Opened | null>(null);
  const [isSetting, setSetting] = useState(false);
  const [busy, attempt] = useAttempt();
  const form = useSlipForm(slip);
  const dialogs = useDialogs();
  // For a slip that is written late, past tutorials are not offered as later dates.
  const [after] = useState(() => [at.end, new Date().toISOString()].toSorted().at(-1));
  const isWriter = slip.may.edit.length > 0;
  const close = () => setOpened(null);
  const call = (hws: CwsHomework, move: string) =>
    attempt(
      () => api.post(`/v2/homework/${hws.hwsId}/${move}`, { slipMarkedId: slip.id }).then(homeworkChanged),
      hws.hwsId,
    );

  /** Yes: submitted, then asked whether it was marked; a target is done. */
  const completed = async (hws: CwsHomework) => {
    if (isTarget(hws.type)) return void (await call(hws, "marked"));
    if (hws.status !== "submitted" && !(await call(hws, "submitted"))) return;
    const isMarked = await dialogs.ask({
      title: "Was it marked?",
      text: `Enter the marks of ${hws.title} now, or later from Outstanding.`,
      yes: "Enter marks",
      no: "Not yet",
    });
    if (isMarked) setOpened({ what: "homework", hws });
  };
  const setAgain = (hws: CwsHomework) => api.post(`/v2/homework/${hws.hwsId}/set`);
  /**
   * No: set again. Targets are postponed, other work is postponed or written off. Nothing changes before that choice.
   */
  const unfinished = (hws: CwsHomework) => setOpened({ what: isTarget(hws.type) ? "postpone" : "unfinished", hws });

  return (
    <Part
      title="Homework"
      data-field="targets"
      tools={
        isWriter && (
          <Button size="small" icon={<Icon name="plus" size={14} />} onClick={() => setSetting(true)}>
            {slip.type === "PT" ? "Set target" : "Set homework"}
          </Button>
        )
      }
    >
      <Answered query={query} rows={3} title="The homework did not load">
        {(rows) => {
          const of = (name: Tab) => rows.filter((hws) => name === "all" || tabOf(hws, at) === name);
          return (
            <>
              {form.missing.some(({ field }) => field === "targets") && (
                <p className="tea-returned" role="note">
                  No targets set
                </p>
              )}
              <Tabs
                size="small"
                activeKey={tab}
                onChange={(key) => setTab(key as Tab)}
                items={tabNames.map((name) => ({
                  key: name,
                  label: `${name === "all" ? "All" : slipTabs[name]} (${of(name).length})`,
                }))}
              />
              <PlainTable<CwsHomework>
                stacks
                rows={of(tab)}
                keyOf={({ hwsId }) => hwsId}
                columns={[
                  {
                    title: "Title",
                    head: true,
                    cell: (hws) => (
                      <button type="button" className="tea-link" onClick={() => setOpened({ what: "homework", hws })}>
                        {hws.title}
                      </button>
                    ),
                  },
                  { title: "Type", cell: ({ type }) => <ChoiceTag of="/homework/columns" name="type" value={type} /> },
                  { title: "Due", cell: ({ dueDate }) => formatDateTime(dueDate) },
                  {
                    title: "Status",
                    cell: ({ status }) => <ChoiceTag of="/homework/columns" name="status" value={status} />,
                  },
                  isWriter &&
                    ["outstanding", "marked", "all"].includes(tab) && {
                      title: "Was it completed?",
                      cell: (hws) => (
                        <Question
                          hws={hws}
                          tab={tabOf(hws, at)}
                          busy={busy === hws.hwsId}
                          onYes={() => void completed(hws)}
                          onNo={() => unfinished(hws)}
                        />
                      ),
                    },
                ]}
                empty={tab === "outstanding" ? "Nothing was due at this tutorial." : "None"}
              />
            </>
          );
        }}
      </Answered>
      {opened?.what === "homework" && <HomeworkDialog id={opened.hws.hwsId} slipId={slip.id} onClose={close} />}
      {opened?.what === "postpone" && (
        <PostponeDialog
          hws={{ id: opened.hws.hwsId, cwsId, title: opened.hws.title }}
          slipId={slip.id}
          after={after}
          before={opened.hws.status === "marked" ? () => setAgain(opened.hws) : undefined}
          onClose={close}
          onDone={() => {
            homeworkChanged();
            close();
          }}
        />
      )}
      {opened?.what === "unfinished" && (
        <Dialog open title={`${opened.hws.title} was not completed`} onCancel={close} footer={null}>
          <p>
            Postpone it to a later date, or write it off.{" "}
            {opened.hws.status === "set" ? "Without either it stays set." : "Or set it again, and leave the date."}
          </p>
          <div className="tea-answers">
            <Button type="primary" onClick={() => setOpened({ what: "postpone", hws: opened.hws })}>
              Postpone homework
            </Button>
            {opened.hws.status !== "set" && (
              <Button
                loading={busy === opened.hws.hwsId}
                onClick={() =>
                  void attempt(() => setAgain(opened.hws).then(homeworkChanged), opened.hws.hwsId).then(
                    (done) => done && close(),
                  )
                }
              >
                Set again
              </Button>
            )}
            <Button
              danger
              loading={busy === opened.hws.hwsId}
              onClick={() => void call(opened.hws, "writeOff").then((done) => done && close())}
            >
              Write off homework
            </Button>
          </div>
        </Dialog>
      )}
      {isSetting && slip.course?.id && slip.student?.id && (
        <SetHomework
          course={{
            id: slip.course.id,
            title: slip.title,
            departmentId: slip.department.id,
            students: [{ id: slip.student.id, cwsId, name: slip.student.name }],
          }}
          slip={{ id: slip.id, after }}
          type={slip.type === "PT" ? "ptTarget" : ""}
          onClose={() => setSetting(false)}
        />
      )}
    </Part>
  );
}

type QuestionProps = { hws: CwsHomework; tab: SlipTab; busy: boolean; onYes: () => void; onNo: () => void };

/** The question about homework that was due; this slip's answer can be changed while it can be undone. */
function Question({ hws, tab, busy, onYes, onNo }: QuestionProps) {
  const { title } = hws;
  if (tab === "marked" && isTarget(hws.type))
    return (
      <Button size="small" loading={busy} onClick={onNo} aria-label={`${title} was not completed after all`}>
        It was not
      </Button>
    );
  if (tab !== "outstanding") return null;
  const isSubmitted = hws.status === "submitted";
  return (
    <span className="tea-choices">
      <Button
        size="small"
        loading={busy}
        onClick={onYes}
        aria-label={isSubmitted ? `Enter the marks of ${title}` : `${title} was completed`}
      >
        {isSubmitted ? "Enter marks" : "Yes"}
      </Button>
      <Button size="small" disabled={busy} onClick={onNo} aria-label={`${title} was not completed`}>
        No
      </Button>
    </span>
  );
}
