import { hasRole, invalidate, useApi, useListMeta, useUser } from "@staffroom/api";
import type { Answer, Shape } from "@staffroom/contract";
import { FieldSections, FormButton } from "@staffroom/form";
import {
  Answered,
  ErrorState,
  formatDate,
  Icon,
  PageHeader,
  Panel,
  PlainTable,
  StatePanel,
  Toggle,
} from "@staffroom/ui";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { Split } from "../parts/split";

type Year = Shape<"identity", "StudyYear">;

const terms = [
  ["mt", "Michaelmas"],
  ["ht", "Hilary"],
  ["tt", "Trinity"],
] as const;

function Weeks({ year }: { year: Year }) {
  const [today] = useState(() => new Date().toISOString().slice(0, 10));
  return (
    <div className="id-weeks">
      {terms.map(([name, title]) => (
        <Panel key={name} flush title={title} extra={<span className="sr-muted sr-num">{year[name].weeks} weeks</span>}>
          <PlainTable
            className=""
            rows={year.weeksToISO.filter((week) => week.term === name)}
            keyOf={(week) => week.collegeWeek}
            rowProps={(week) => ({ "data-now": (week.start <= today && today <= week.end) || undefined })}
            columns={[
              {
                title: "Week",
                cell: (week) => <span title={`Week ${week.week} of ${title} term`}>{week.collegeWeek}</span>,
              },
              { title: "ISO", cell: (week) => week.isoWeek },
              { title: "Monday", cell: (week) => formatDate(week.start) },
              { title: "Sunday", cell: (week) => formatDate(week.end) },
            ]}
          />
        </Panel>
      ))}
    </div>
  );
}

function YearPanel({ id }: { id: number }) {
  const query = useApi<Answer<"identity", "/academic-years/{id}">>(`/academic-years/${id}`);
  return (
    <Answered query={query} panel rows={8}>
      {(year) => (
        <div>
          <FieldSections
            key={id}
            thing="/academic-years"
            record={year}
            onSaved={() => void invalidate("/academic-years")}
          />
          <Weeks year={year} />
        </div>
      )}
    </Answered>
  );
}

/** Academic years with their terms, and the study weeks as ISO weeks. */
export default function Screen() {
  const user = useUser();
  const [params, setParams] = useSearchParams();
  const archived = params.get("archived") === "true";
  const { data: years, error, refetch } = useApi<Year[]>("/academic-years/all", archived ? { archived } : undefined);
  const { data: current } = useApi<Year>("/academic-years/current", undefined, { enabled: !!years?.length });
  const form = useListMeta("/academic-years").data?.add;
  const chosen =
    years?.find(({ id }) => String(id) === params.get("year")) ??
    years?.find(({ id }) => id === current?.id) ??
    years?.[0];
  if (error && !years)
    return (
      <Panel>
        <ErrorState error={error} onRetry={() => void refetch()} />
      </Panel>
    );
  const actions = (
    <>
      <Toggle on={archived} onChange={(on) => setParams(on ? { archived: "true" } : {})}>
        Archived
      </Toggle>
      {hasRole(user, "academicOffice") && form && (
        <FormButton
          primary
          label="New academic year"
          submitLabel="Add academic year"
          fields={form.fields}
          to={form.path}
          onDone={(answer) => setParams({ year: String((answer as { id: number }).id) })}
        />
      )}
    </>
  );
  const empty = archived ? (
    <StatePanel icon="calendar-range" title="No archived year" text="Archived years are listed here." compact />
  ) : (
    <StatePanel icon="calendar-range" title="No academic year yet" text="Add the first with its three terms." compact />
  );
  return (
    <>
      <PageHeader
        title="Academic years"
        subtitle="Study weeks run Monday to Sunday; ISO weeks below 30 belong to the following calendar year"
        actions={actions}
      />
      <Split
        label="Academic years"
        entries={years?.map(({ id, title, weeksToISO }) => ({
          id,
          title,
          mark: <Icon name="calendar-range" size={14} />,
          note: id === current?.id ? "current" : `${weeksToISO.length} weeks`,
        }))}
        chosen={chosen?.id}
        onChoose={(id) => setParams({ year: id, ...(archived && { archived: "true" }) })}
        empty={empty}
      >
        {chosen && <YearPanel key={chosen.id} id={chosen.id} />}
      </Split>
    </>
  );
}
