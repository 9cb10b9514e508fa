import { EditableField, useFields } from "@staffroom/form";
import { ChoiceTag, today } from "@staffroom/screen";
import { Icon, PlainTable, RichTextView, Tabs, useMedia } from "@staffroom/ui";
import { Button } from "antd";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { terms, termAt, type CoursePlan, type PlanWeek, type Term } from "./types";
import { WeekGrid } from "./week-grid";
import { WeekMenu } from "./week-menu";
import { isNow, Tracks, WeekHead, weekName } from "./week-parts";

type Props = { found: CoursePlan; reload: () => Promise<void> };

/** The weeks of a plan: a grid for writers of a version 2 plan if there is room, else by term. */
export function Weeks({ found, reload }: Props) {
  const isPhone = useMedia("(max-width: 799px)");
  const isGrid = found.may.edit && found.plan?.type === 2 && !isPhone;
  return (
    <section className="tea-part">
      <h2 className="sr-visually-hidden">Weeks</h2>
      {isGrid ? <WeekGrid found={found} reload={reload} /> : <WeekTable found={found} reload={reload} />}
    </section>
  );
}

/** The weeks by term. Content is edited in place; a week's menu moves the rest and sets the students. */
function WeekTable({ found, reload }: Props) {
  const { weeks, may } = found;
  const [term, setTerm] = useState<Term>(() => termAt(weeks, today()));
  const shown = weeks.filter((week) => week.term === term);
  return (
    <>
      <Tabs
        activeKey={term}
        onChange={(key) => setTerm(key as Term)}
        items={Object.entries(terms).map(([key, label]) => ({ key, label }))}
      />
      <PlainTable<PlanWeek>
        stacks
        className="sr-table tea-weeks"
        rows={shown}
        empty="This plan has no weeks in this term."
        rowProps={(week) => ({ "data-now": isNow(week) || undefined })}
        columns={[
          { title: "Week", head: true, className: "tea-week", cell: (week) => <WeekHead week={week} found={found} /> },
          {
            title: "Content",
            className: "tea-content",
            cell: (week) => <Content week={week} found={found} reload={reload} />,
          },
          {
            title: "State",
            cell: ({ status }) => <ChoiceTag of="/v2/studyplanweek/fields" name="status" value={status} />,
          },
          { title: "Students", cell: (week) => <Tracks week={week} found={found} /> },
          may.edit && { title: "", cell: (week) => <WeekMenu week={week} found={found} reload={reload} /> },
        ]}
      />
    </>
  );
}

/** The content of a week; those of version 1 have it in `details`. */
function Content({ week, found, reload }: Props & { week: PlanWeek }) {
  const [isOpen, setOpen] = useState(false);
  const name = found.plan?.type === 1 && !week.content ? "details" : "content";
  const html = week[name];
  if (!found.may.edit)
    return html ? <RichTextView html={html} /> : <span className="sr-muted">Nothing planned yet</span>;
  if (isOpen) return <ContentEditor week={week} name={name} reload={reload} onClose={() => setOpen(false)} />;
  return (
    <div className="tea-week-text">
      {html ? <RichTextView html={html} /> : <span className="sr-muted">Nothing planned yet</span>}
      <Button
        size="small"
        type="text"
        aria-label={`Edit ${weekName(week)}`}
        icon={<Icon name="pencil" size={14} />}
        onClick={() => setOpen(true)}
      />
    </div>
  );
}

type ContentEditorProps = {
  week: PlanWeek;
  name: "content" | "details";
  reload: () => Promise<void>;
  onClose: () => void;
};

/** Saves without a button; Esc closes it if nothing is left to restore. */
function ContentEditor({ week, name, reload, onClose }: ContentEditorProps) {
  const declared = useFields("/v2/studyplanweek").fields.get(name);
  const field = useMemo(
    () => declared && { ...declared, title: `Content of ${weekName(week)}`, help: "" },
    [declared, week],
  );
  const saved = useCallback(() => void reload(), [reload]);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const focus = () => box.current?.querySelector<HTMLElement>("[contenteditable]")?.focus();
    const waiting = setTimeout(focus, 120);
    return () => clearTimeout(waiting);
  }, [field]);
  if (!field) return null;
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the key belongs to the editor in it
    <div className="tea-week-editor" ref={box} onKeyDown={(event) => event.key === "Escape" && onClose()}>
      <EditableField field={field} path={`/v2/studyplanweek/${week.id}`} value={week[name]} onSaved={saved} />
      <Button size="small" onClick={onClose}>
        Done
      </Button>
    </div>
  );
}
