import { ConversionTable, CohortTable } from "./conversion";
import { LeadFigures } from "./narrowing";
import { LeadPanel } from "./panel";
import { TimesTable } from "./times";

const lost = { leadStatus: "declined,noResponse,failed" };

/** Conversion, times and value of leads. */
export function Overview() {
  return (
    <LeadFigures title="Lead statistics">
      {(query) => (
        <>
          <div className="lead-statistics-grid">
            <LeadPanel title="Leads by month and outcome" by="created.month,outcome" query={query} />
            <LeadPanel title="Value by month and outcome" by="created.month,outcome" sum="value" query={query} />
            <LeadPanel title="Time to the first answer" by="answered" query={query} />
            <LeadPanel title="Time to conversion" by="conversion" query={query} />
          </div>
          <ConversionTable title="Conversion by month" by="month" heading="Asked in" query={query} />
          <ConversionTable title="Conversion by owner" by="owner" heading="Owner" query={query} />
          <ConversionTable title="Conversion by kind" by="kind" heading="Asks for" query={query} />
          <CohortTable query={query} />
          <TimesTable title="Time in each status" by="status" heading="Status" query={query} />
          <TimesTable title="Time in a status by owner" by="owner" heading="Owner" query={query} />
          <TimesTable title="Time in a status by month" by="month" heading="In the status from" query={query} />
        </>
      )}
    </LeadFigures>
  );
}

/** Leads by month and status. */
export function ByMonth() {
  return (
    <LeadFigures title="Leads by month and status">
      {(query) => (
        <>
          <LeadPanel title="Leads by month and status" by="created.month,leadStatus" query={query} />
          <div className="lead-statistics-grid">
            <LeadPanel title="Leads by status" by="leadStatus" kind="bars" query={query} />
            <LeadPanel title="Leads by department and status" by="department,leadStatus" kind="bars" query={query} />
          </div>
        </>
      )}
    </LeadFigures>
  );
}

/** Leads by the requested subjects, levels and kinds of tuition. */
export function BySubject() {
  const list = "/leads/statistics/wishes";
  return (
    <LeadFigures title="Leads by subject and level">
      {(query) => (
        <>
          <p className="sr-muted">A lead that asks for two subjects is counted in both.</p>
          <LeadPanel title="Subjects by level" list={list} by="subjectId,levelId" kind="heat" query={query} />
          <LeadPanel title="Subjects by kind" list={list} by="subjectId,kind" kind="heat" query={query} />
          <LeadPanel title="Levels by kind" list={list} by="levelId,kind" kind="heat" query={query} />
          <ConversionTable title="Conversion by subject" by="subject" heading="Subject" query={query} />
          <ConversionTable title="Conversion by level" by="level" heading="Level" query={query} />
        </>
      )}
    </LeadFigures>
  );
}

/** Leads by origin, campaign and referrer. */
export function ByOrigin() {
  return (
    <LeadFigures title="Origin of leads">
      {(query) => (
        <>
          <LeadPanel title="Leads by origin and outcome" by="origin,outcome" kind="bars" query={query} />
          <ConversionTable title="Conversion by origin" by="origin" heading="Origin" query={query} />
          <ConversionTable
            title="Conversion by campaign or referrer"
            by="campaign"
            heading="Campaign or referrer"
            query={query}
          />
        </>
      )}
    </LeadFigures>
  );
}

/** Lost leads, with their reasons. */
export function Declined() {
  return (
    <LeadFigures title="Declined leads">
      {(query) => {
        const rows = { ...lost, ...query };
        return (
          <>
            <LeadPanel title="Reasons by status" by="reason,leadStatus" kind="bars" query={rows} />
            <LeadPanel title="Lost leads by month and reason" by="created.month,reason" query={rows} />
            <div className="lead-statistics-grid">
              <LeadPanel title="Value lost by reason" by="reason" sum="valueLost" kind="bars" query={rows} />
              <LeadPanel title="Lost leads by origin" by="origin" kind="bars" query={rows} />
            </div>
          </>
        );
      }}
    </LeadFigures>
  );
}
