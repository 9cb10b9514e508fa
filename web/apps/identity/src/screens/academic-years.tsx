import { hasRole, invalidate, useApi, useListMeta, useUser } from "@staffroom/api";
import type { Answer, Shape } from "@staffroom/contract";
import { FieldFormDialog, FieldSections } from "@staffroom/form";
import { ErrorState, formatDate, Icon, LoadingState, PageHeader, Panel, StatePanel } from "@staffroom/ui";
import { Button, Switch } from "antd";
import { useState } from "react";
import { useSearchParams } from "react-router";
import "../style.css";

type Year = Shape<"identity", "StudyYear">;

const terms = [["mt", "Michaelmas"], ["ht", "Hilary"], ["tt", "Trinity"]] as const;

function Weeks({ year }: { year: Year }) {
  const [today] = useState(() => new Date().toISOString().slice(0, 10));
  return (
    <div className="id-weeks">
      {terms.map(([name, title]) => (
        <Panel key={name} flush title={title} extra={<span className="sr-muted sr-num">{year[name].weeks} weeks</span>}>
          <table>
            <thead><tr><th>Week</th><th>ISO</th><th>Monday</th><th>Sunday</th></tr></thead>
            <tbody>
              {year.weeksToISO.filter((week) => week.term === name).map((week) => (
                <tr key={week.collegeWeek} data-now={(week.start <= today && today <= week.end) || undefined}>
                  <td title={`Week ${week.week} of ${title} term`}>{week.collegeWeek}</td>
                  <td>{week.isoWeek}</td>
                  <td>{formatDate(week.start)}</td>
                  <td>{formatDate(week.end)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Panel>
      ))}
    </div>
  );
}

function YearPanel({ id }: { id: number }) {
  const { data, error, refetch } = useApi<Answer<"identity", "/academic-years/{id}">>(`/academic-years/${id}`);
  if (error && !data) return <Panel><ErrorState error={error} onRetry={() => void refetch()} /></Panel>;
  if (!data) return <Panel><LoadingState rows={8} /></Panel>;
  return (
    <div>
      <FieldSections key={id} thing="/academic-years" record={data} onSaved={() => void invalidate("/academic-years")} />
      <Weeks year={data} />
    </div>
  );
}

/** Academic years with their terms, and the study weeks as ISO weeks. */
export default function Screen() {
  const user = useUser();
  const [params, setParams] = useSearchParams();
  const [adding, setAdding] = useState(false);
  const archived = params.get("archived") === "true";
  const { data: years, error, refetch } = useApi<Year[]>("/academic-years/all", archived ? { archived } : undefined);
  const { data: current } = useApi<Year>("/academic-years/current", undefined, { enabled: !!years?.length });
  const meta = useListMeta("/academic-years");
  const chosen = years?.find(({ id }) => String(id) === params.get("year")) ?? years?.find(({ id }) => id === current?.id) ?? years?.[0];
  const mayAdd = hasRole(user, "academicOffice") && meta.data?.add;
  if (error && !years) return <Panel><ErrorState error={error} onRetry={() => void refetch()} /></Panel>;
  const filter = (
    <label className="sr-edit-toggle">
      <Switch size="small" checked={archived} onChange={(on) => setParams(on ? { archived: "true" } : {})} /> Archived
    </label>
  );
  const add = mayAdd && <Button type="primary" icon={<Icon name="plus" size={15} />} onClick={() => setAdding(true)}>Add</Button>;
  return (
    <>
      <PageHeader title="Academic years" subtitle="Study weeks run Monday to Sunday; ISO weeks below 30 belong to the following calendar year" actions={<>{filter}{add}</>} />
      <div className="id-split">
        <Panel flush>
          {!years && <LoadingState />}
          {years?.length === 0 && <StatePanel icon="calendar-range" title={archived ? "No archived year" : "No academic year yet"} text={archived ? "Archived years are listed here." : "Add the first with its three terms."} compact />}
          <ul className="id-nav" aria-label="Academic years">
            {years?.map((year) => (
              <li key={year.id}>
                <button type="button" aria-current={year.id === chosen?.id} onClick={() => setParams({ year: String(year.id), ...(archived && { archived: "true" }) })}>
                  <Icon name="calendar-range" size={14} />
                  {year.title}
                  <small>{year.id === current?.id ? "current" : `${year.weeksToISO.length} weeks`}</small>
                </button>
              </li>
            ))}
          </ul>
        </Panel>
        {chosen && <YearPanel key={chosen.id} id={chosen.id} />}
      </div>
      {meta.data?.add && (
        <FieldFormDialog
          open={adding}
          title="Add an academic year"
          fields={meta.data.add.fields}
          to={meta.data.add.path}
          onCancel={() => setAdding(false)}
          onDone={(answer) => {
            setAdding(false);
            setParams({ year: String((answer as { id: number }).id) });
            void invalidate("/academic-years");
          }}
        />
      )}
    </>
  );
}
