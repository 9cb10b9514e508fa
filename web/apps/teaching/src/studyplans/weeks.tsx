import { api } from "@staffroom/api";
import { EditableField, useFields } from "@staffroom/form";
import { ChoiceTag } from "@staffroom/screen";
import { formatDate, Icon, PlainTable, RichTextView, StatusTag, Tabs, toast, useAttempt, useDialogs } from "@staffroom/ui";
import { Button, Dropdown } from "antd";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { terms, termAt, type CoursePlan, type Moved, type PlanWeek, type Term } from "./types";
import { WeekDialog } from "./week-dialog";

type Props = { found: CoursePlan; reload: () => Promise<void> };
const today = () => new Date().toLocaleDateString("sv-SE", { timeZone: "Europe/London" });

/** The weeks of a plan by term. A content opens where it stands; a week's menu moves the rest and says whom it is for. */
export function Weeks({ found, reload }: Props) {
  const { weeks, may } = found;
  const [term, setTerm] = useState<Term>(() => termAt(weeks, today()));
  const shown = weeks.filter((week) => week.term === term);
  return (
    <section className="tea-part">
      <h2 className="sr-visually-hidden">Weeks</h2>
      <Tabs activeKey={term} onChange={(key) => setTerm(key as Term)} items={Object.entries(terms).map(([key, label]) => ({ key, label }))} />
      <PlainTable<PlanWeek>
        stacks
        className="sr-table tea-weeks"
        rows={shown}
        empty="This plan has no weeks in this term."
        rowProps={({ start, end }) => ({ "data-now": start <= today() && today() <= end ? true : undefined })}
        columns={[
          { title: "Week", head: true, className: "tea-week", cell: (week) => <WeekHead week={week} found={found} /> },
          { title: "Content", className: "tea-content", cell: (week) => <Content week={week} found={found} reload={reload} /> },
          { title: "State", cell: ({ status }) => <ChoiceTag of="/v2/studyplanweek/fields" name="status" value={status} /> },
          { title: "Students", cell: (week) => <Tracks week={week} found={found} /> },
          may.edit && { title: "", cell: (week) => <WeekMenu week={week} found={found} reload={reload} /> },
        ]}
      />
    </section>
  );
}

const weekName = ({ term, week }: PlanWeek) => (week ? `${terms[term as Term]} week ${week}` : "Between terms");

function WeekHead({ week, found }: { week: PlanWeek; found: CoursePlan }) {
  const whom = found.students.filter(({ cwsId }) => week.cwsIds.includes(cwsId)).map(({ name }) => name);
  return (
    <>
      <span>{week.week ? `Week ${week.week}` : "Between terms"}</span>
      <small className="sr-muted">{formatDate(week.start)} to {formatDate(week.end)}</small>
      <small className="sr-muted">ISO week {week.ISOWeek}</small>
      {week.custom && <small>{week.custom}</small>}
      {whom.length > 0 && <small>For {whom.join(", ")}</small>}
    </>
  );
}

/** The content of a week; those of version 1 have it in `details`. */
function Content({ week, found, reload }: Props & { week: PlanWeek }) {
  const [isOpen, setOpen] = useState(false);
  const name = found.plan?.type === 1 && !week.content ? "details" : "content";
  const html = week[name];
  if (!found.may.edit) return html ? <RichTextView html={html} /> : <span className="sr-muted">Nothing planned yet</span>;
  if (isOpen) return <ContentEditor week={week} name={name} reload={reload} onClose={() => setOpen(false)} />;
  return (
    <div className="tea-week-text">
      {html ? <RichTextView html={html} /> : <span className="sr-muted">Nothing planned yet</span>}
      <Button size="small" type="text" aria-label={`Edit ${weekName(week)}`} icon={<Icon name="pencil" size={14} />} onClick={() => setOpen(true)} />
    </div>
  );
}

/** Saves by itself; Esc closes it where nothing is left to restore. */
function ContentEditor({ week, name, reload, onClose }: { week: PlanWeek; name: "content" | "details"; reload: () => Promise<void>; onClose: () => void }) {
  const declared = useFields("/v2/studyplanweek").fields.get(name);
  const field = useMemo(() => declared && { ...declared, title: `Content of ${weekName(week)}`, help: "" }, [declared, week]);
  const saved = useCallback(() => void reload(), [reload]);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const focus = () => box.current?.querySelector<HTMLElement>("[contenteditable]")?.focus();
    const waiting = setTimeout(focus, 120);
    return () => clearTimeout(waiting);
  }, [field]);
  if (!field) return null;
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the key is that of the editor in it
    <div className="tea-week-editor" ref={box} onKeyDown={(event) => event.key === "Escape" && onClose()}>
      <EditableField field={field} path={`/v2/studyplanweek/${week.id}`} value={week[name]} onSaved={saved} />
      <Button size="small" onClick={onClose}>Done</Button>
    </div>
  );
}

/** What was said of the week for each student, and tutorials that were missed. */
function Tracks({ week, found }: { week: PlanWeek; found: CoursePlan }) {
  const names = new Map(found.students.map(({ cwsId, name }) => [cwsId, name]));
  const several = found.students.length > 1;
  const told = week.students.filter(({ ot, missed, actual }) => ot || missed || actual);
  if (!told.length) return null;
  const [first] = told;
  // Of a group that is of one mind nothing is said five times.
  if (several && first?.ot && told.length === found.students.length && told.every(({ ot, missed }) => ot === first.ot && !missed)) {
    return <span className="tea-tracks-all">All: <ChoiceTag of="/v2/studyplanweekwithstudent/fields" name="ot" value={first.ot} /></span>;
  }
  return (
    <ul className="tea-tracks">
      {told.map(({ cwsId, ot, missed, actual }) => (
        <li key={cwsId}>
          {several && <span>{names.get(cwsId)} </span>}
          {ot && <ChoiceTag of="/v2/studyplanweekwithstudent/fields" name="ot" value={ot} />}
          {missed && <StatusTag label="Tutorial missed" color="orange" />}
          {!several && actual && <RichTextView html={actual} className="sr-muted" />}
        </li>
      ))}
    </ul>
  );
}

function WeekMenu({ week, found, reload }: Props & { week: PlanWeek }) {
  const [isOpen, setOpen] = useState(false);
  const { ask, askDelete } = useDialogs();
  const [busy, attempt] = useAttempt();
  const plan = found.plan?.id;
  const move = async () => {
    const rest = found.weeks.filter(({ start, status, cwsIds }) => start >= week.start && status !== "closed" && !cwsIds.length);
    const last = rest.at(-1);
    const text = <>
      <p>The content of {rest.length - 1} {rest.length === 2 ? "week moves" : "weeks moves"} on by one week, from {formatDate(week.start)}. Weeks without teaching are left out.</p>
      {last?.content && rest.length > 1 && <p>The last week, {formatDate(last.start)}, then has the content of two weeks.</p>}
    </>;
    if (!(await ask({ title: "Move the rest by a week?", text, yes: "Move the rest" }))) return;
    await attempt(async () => {
      const moved = await api.post<Moved>(`/v2/studyplan/${plan}/move`, { fromWeekId: week.id });
      await reload();
      toast.undoable("The rest moved by a week", () => void attempt(async () => {
        await api.put(`/v2/studyplan/${plan}/weeks`, { weeks: moved.before });
        await reload();
        toast.success("The weeks are as before");
      }), { subject: `plan ${plan}` });
    }, "move");
  };
  const remove = async () => {
    if (!(await askDelete(weekName(week)))) return;
    await attempt(async () => {
      await api.delete(`/v2/studyplanweek/${week.id}`);
      await reload();
      toast.success("Week deleted");
    });
  };
  const add = () => attempt(async () => {
    await api.post("/v2/studyplanweek", { studyPlanId: plan, status: "planned", week: week.week, ISOWeek: week.ISOWeek, content: "" });
    await reload();
    toast.success("Week added");
  });
  const work = { edit: () => setOpen(true), move, add, remove };
  return (
    <>
      <Dropdown
        trigger={["click"]}
        menu={{
          items: [
            { key: "edit", label: "State and students" },
            { key: "move", label: "Move the rest by a week" },
            { key: "add", label: "Add a line for this week" },
            { key: "remove", label: "Delete week", danger: true },
          ],
          onClick: ({ key }) => void work[key as keyof typeof work](),
        }}
      >
        <Button size="small" type="text" loading={busy !== null} aria-label={`More of ${weekName(week)}`} icon={<Icon name="more" size={15} />} />
      </Dropdown>
      {isOpen && <WeekDialog week={week} title={weekName(week)} found={found} reload={reload} onClose={() => setOpen(false)} />}
    </>
  );
}
