import { download, invalidate } from "@staffroom/api";
import type { Answer, Field } from "@staffroom/contract";
import { FormButton } from "@staffroom/form";
import { locale } from "@staffroom/language";
import { ListScreen } from "@staffroom/list";
import { RecordDrawer } from "@staffroom/screen";
import {
  attempt,
  Facts,
  formatCount,
  formatDate,
  formatMoney,
  formatNumber,
  PlainTable,
  plural,
  StatusTag,
  toast,
  useOpenRecord,
} from "@staffroom/ui";
import { Button, Segmented } from "antd";
import { useMemo } from "react";
import { Link, useNavigate, useParams } from "react-router";
import "../style.css";

type Run = Answer<"finance", "/tutorpayments/{id}">;
type Sum = Run["tutors"][number];
type Prepared = Answer<"finance", "/tutorpayments", "post">;

const path = "/finance/tutorpayments";
const lists = [
  { value: "runs", label: "Pay runs" },
  { value: "slips", label: "Tutorials to be paid" },
  { value: "paid", label: "Slips in runs" },
  { value: "rates", label: "Rates" },
];
const tall = { height: 420 };
const monthName = (month: string) =>
  new Intl.DateTimeFormat(locale, { month: "long", year: "numeric", timeZone: "UTC" }).format(
    new Date(`${month.slice(0, 10)}T00:00:00Z`),
  );

/** The last twelve months, the current one first. */
function months(): { value: string; label: string }[] {
  const now = new Date();
  return Array.from({ length: 12 }, (_, ago) => {
    const month = new Date(Date.UTC(now.getFullYear(), now.getMonth() - ago, 1)).toISOString().slice(0, 10);
    return { value: month.slice(0, 7), label: monthName(month) };
  });
}

const runCells = { month: (value: unknown) => (typeof value === "string" ? monthName(value) : null) };
const lineCells = {
  course: (value: unknown, row: Record<string, unknown>) => (
    <Link to={`/courses/${String(row.courseId)}`}>{String(value)}</Link>
  ),
};
const runLineCells = {
  ...lineCells,
  count: (value: unknown, row: Record<string, unknown>) => (
    <Link to={`${path}/paid?lineId=${String(row.id)}`}>{formatNumber(value as number)}</Link>
  ),
};
const slipCells = {
  ...lineCells,
  waitsFor: (value: unknown) =>
    value ? <StatusTag label={`Waits for ${plural(value as number, "slip")}`} color="amber" /> : null,
  hourly: (value: unknown, row: Record<string, unknown>) =>
    value === null ? <span className="sr-muted">no rate</span> : formatMoney(value, row.currency),
};

const downloadCsv = ({ id, month }: Run) =>
  attempt(() => download(`/tutorpayments/${id}/csv`, `tutor-payments-${month.slice(0, 7)}-${id}.csv`));

/** True for details entered within the last 30 days. */
const isNew = (day: string) => Date.now() - Date.parse(day) < 30 * 24 * 3600_000;

/** The age of the bank details; new ones are marked, so that the approver can ask the tutor. */
function BankDetailsSince({ day }: { day: string | null }) {
  if (!day) return <StatusTag label="No bank details" color="red" />;
  return isNew(day) ? <StatusTag label={`New on ${formatDate(day)}`} color="amber" /> : <>Since {formatDate(day)}</>;
}

type SumsProps = {
  rows: readonly Sum[];
  who: "Tutor" | "Invigilator";
  what: string;
  currency: string;
};

/** The sums of a run by tutor, or by invigilator. */
function Sums({ rows, who, what, currency }: SumsProps) {
  return (
    <PlainTable
      stacks
      rows={rows}
      keyOf={({ tutorId, invigilatorId }) => tutorId ?? invigilatorId ?? 0}
      columns={[
        {
          title: who,
          head: true,
          cell: ({ tutorId, invigilatorId, name }) => (
            <Link to={tutorId === null ? `/invigilators/${invigilatorId}` : `/tutors/${tutorId}`}>{name}</Link>
          ),
        },
        { title: what, num: true, cell: ({ lines }) => formatNumber(lines) },
        ...(who === "Tutor"
          ? [{ title: "Students", num: true, cell: ({ students }: Sum) => formatNumber(students) }]
          : []),
        { title: "Hours", num: true, cell: ({ minutes }) => (minutes / 60).toFixed(2) },
        { title: "Amount", num: true, cell: ({ amount }) => formatMoney(amount, currency) },
        { title: "Paid at", cell: ({ rates }) => rates },
        { title: "Bank details", cell: ({ bankDetails }) => <BankDetailsSince day={bankDetails} /> },
      ]}
    />
  );
}

function RunParts({ run }: { run: Run }) {
  const fixed = useMemo(() => ({ runId: String(run.id) }), [run.id]);
  const tutors = run.tutors.filter(({ tutorId }) => tutorId !== null);
  const invigilators = run.tutors.filter(({ tutorId }) => tutorId === null);
  return (
    <>
      <Facts
        facts={{
          Total: formatMoney(run.total, run.currency),
          "Prepared by": run.preparedBy,
          "First approver": run.checkedBy,
          "Second approver": run.approvedBy,
          Paid: run.paidDate && formatDate(run.paidDate),
        }}
      />
      {tutors.length > 0 && <Sums rows={tutors} who="Tutor" what="Tutorials" currency={run.currency} />}
      {invigilators.length > 0 && <Sums rows={invigilators} who="Invigilator" what="Duties" currency={run.currency} />}
      {tutors.length > 0 && (
        <ListScreen path="/tutorpayments/lines" fixed={fixed} cells={runLineCells} embedded={tall} readOnly />
      )}
      {invigilators.length > 0 && <ListScreen path="/invigilationpay/lines" fixed={fixed} embedded={tall} readOnly />}
    </>
  );
}

/**
 * Tutors' and invigilators' pay by month, from approved slips, approved hours and rates; two people approve a run
 * before it is paid.
 */
export default function TutorPayments() {
  const { list = "runs" } = useParams();
  const navigate = useNavigate();
  const [opened, open] = useOpenRecord("run");
  const fields = useMemo<Field[]>(
    () => [
      { name: "orgId", title: "Organisation", type: "select", required: true, optionsFrom: "/orgs" },
      { name: "month", title: "Up to the end of", type: "select", required: true, options: months() },
    ],
    [],
  );
  const preparing = (
    <FormButton
      primary
      icon={null}
      label="Prepare a pay run"
      fields={fields}
      to="/tutorpayments"
      onDone={(answer) => {
        const run = answer as Prepared;
        void invalidate("/tutorpayments");
        toast.success(
          [
            plural(run.lines, "line"),
            run.withoutRate && `${run.withoutRate} more without a rate`,
            run.dutiesWithoutRate &&
              `${formatCount(run.dutiesWithoutRate, "duty", "duties")} of invigilators without a rate`,
            run.waiting &&
              `${plural(run.waiting, "more tutorial")} ${run.waiting === 1 ? "waits" : "wait"} for ${plural(run.waitingSlips, "slip")} to be approved`,
            run.withoutBankDetails.length && `no bank details: ${run.withoutBankDetails.join(", ")}`,
          ]
            .filter(Boolean)
            .join("; "),
        );
        open(run.id);
      }}
    />
  );
  const shared = {
    title: "Tutor payments",
    subtitle: (
      <Segmented
        aria-label="List"
        options={lists}
        value={list}
        onChange={(value) => void navigate(value === "runs" ? path : `${path}/${value}`)}
      />
    ),
  };
  return (
    <>
      {list === "runs" && (
        <ListScreen
          {...shared}
          path="/tutorpayments"
          actions={preparing}
          cells={runCells}
          opens="run"
          emptyText="No pay runs here. Prepare one for a month."
        />
      )}
      {list === "slips" && (
        <ListScreen
          {...shared}
          path="/tutorpayments/slips"
          actions={preparing}
          cells={slipCells}
          emptyText="Every approved tutorial is in a pay run."
        />
      )}
      {list === "paid" && (
        <ListScreen
          {...shared}
          path="/tutorpayments/paid"
          cells={{ ...lineCells, ...runCells }}
          emptyText="No slip is in a pay run."
        />
      )}
      {list === "rates" && (
        <ListScreen
          {...shared}
          path="/tutorpayments/rates"
          emptyText="No rates yet: tutorials cannot be paid without."
        />
      )}
      <RecordDrawer<Run>
        thing="/tutorpayments"
        param="run"
        id={opened}
        heading={(run) => `Pay run ${monthName(run.month)}, ${run.organisation}`}
        actions={(run) =>
          (run.status === "approved" || run.status === "paid") && (
            <Button onClick={() => void downloadCsv(run)}>CSV for the bank</Button>
          )
        }
        onClose={() => open(null)}
      >
        {(run) => <RunParts run={run} />}
      </RecordDrawer>
    </>
  );
}
