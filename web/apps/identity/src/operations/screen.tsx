import { api, cancelJob, invalidate, useApis } from "@staffroom/api";
import type { Shape } from "@staffroom/contract";
import {
  formatDateTime,
  formatNumber,
  Icon,
  LoadingState,
  PageHeader,
  Panel,
  PlainTable,
  StatePanel,
  StatusTag,
  toast,
  useAttempt,
} from "@staffroom/ui";
import { Button } from "antd";
import { useEffect } from "react";
import { services, titleOf, type Operations } from "./operations";

type Schedule = Shape<"identity", "ScheduleState">;
type Run = Shape<"identity", "JobRun">;
type Of<T> = T & { service: string };

const refreshedEvery = 10_000;
const states: Record<Run["state"], { label: string; color: string }> = {
  queued: { label: "Waiting", color: "grey" },
  running: { label: "Running", color: "blue" },
  done: { label: "Done", color: "green" },
  failed: { label: "Failed", color: "red" },
  cancelled: { label: "Stopped", color: "grey" },
};
const refresh = () => void Promise.all(services.map((service) => invalidate(`/jobs/${service}`)));

/** Formats the duration of a run: `12 s`, `3 min`. */
export function lasted({ created, finished }: Pick<Run, "created" | "finished">): string {
  const seconds = finished ? Math.round((Date.parse(finished) - Date.parse(created)) / 1000) : 0;
  return !finished ? "" : seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}

/** The background tasks of every service: its schedules, running tasks, and recent failures. */
export default function OperationsScreen() {
  const answers = useApis<Operations>(services.map((service) => `/jobs/${service}`));
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === "visible" && refresh(), refreshedEvery);
    return () => clearInterval(timer);
  }, []);
  const away = services.filter((_, place) => answers[place]?.error);
  const all = <T,>(part: (one: Operations) => readonly T[]): Of<T>[] =>
    services.flatMap((service, place) =>
      answers[place]?.data ? part(answers[place].data).map((one) => ({ ...one, service })) : [],
    );
  const schedules = all((one) => one.schedules);
  const isLoading = answers.some(({ isPending }) => isPending) && !schedules.length;
  return (
    <div className="id-operations">
      <PageHeader
        title="Operations"
        subtitle="Schedules and jobs of every service. Times are London times."
        actions={
          <Button icon={<Icon name="refresh" size={15} />} onClick={refresh}>
            Refresh
          </Button>
        }
      />
      {away.length > 0 && (
        <p className="sr-notice" role="status">
          {away.map(titleOf).join(", ")} cannot be reached now. What it runs is missing below.
        </p>
      )}
      <Panel title="Schedules">{isLoading ? <LoadingState rows={6} /> : <Schedules schedules={schedules} />}</Panel>
      <Panel title="Now">
        <Jobs jobs={all((one) => one.open)} empty="Nothing runs now" />
      </Panel>
      <Panel title="Failed within a week">
        <Jobs jobs={all((one) => one.failed)} empty="Nothing failed" />
      </Panel>
    </div>
  );
}

function State({ run }: { run: Run | null }) {
  if (!run) return <span className="sr-muted">–</span>;
  const { label, color } = states[run.state];
  return <StatusTag label={label} color={color} />;
}

function Schedules({ schedules }: { schedules: readonly Of<Schedule>[] }) {
  const [busy, attempt] = useAttempt();
  const run = ({ service, name, title }: Of<Schedule>) =>
    attempt(async () => {
      await api.post(`/jobs/${service}/schedules/${name}/run`);
      toast.success(`${title} was started`);
      refresh();
    }, `${service} ${name}`);
  return (
    <PlainTable
      stacks
      rows={schedules}
      keyOf={({ service, name }) => `${service} ${name}`}
      columns={[
        {
          title: "Task",
          head: true,
          cell: ({ title, service }) => (
            <>
              <b>{titleOf(service)}</b> {title}
            </>
          ),
        },
        {
          title: "When",
          cell: ({ rule, late }) => (
            <span
              title={
                late === null
                  ? "A missed run is made up for"
                  : `A missed run is made up for within ${late} hours, later it is left out`
              }
            >
              {rule}
            </span>
          ),
        },
        { title: "Next", cell: ({ due }) => (due ? formatDateTime(due) : "–") },
        {
          title: "Last",
          cell: ({ last }) => (last ? formatDateTime(last.created) : <span className="sr-muted">Has not run yet</span>),
        },
        { title: "Took", num: true, cell: ({ last }) => (last && lasted(last)) || <span className="sr-muted">–</span> },
        {
          title: "State",
          cell: ({ last }) => (
            <span title={last?.error ?? undefined}>
              <State run={last} />
            </span>
          ),
        },
        {
          title: <span className="sr-visually-hidden">Actions</span>,
          cell: (schedule) => (
            <Button
              size="small"
              loading={busy === `${schedule.service} ${schedule.name}`}
              disabled={busy !== null}
              aria-label={`Run now: ${schedule.title}, ${titleOf(schedule.service)}`}
              onClick={() => void run(schedule)}
            >
              Run now
            </Button>
          ),
        },
      ]}
    />
  );
}

function Jobs({ jobs, empty }: { jobs: readonly Of<Run>[]; empty: string }) {
  const [busy, attempt] = useAttempt();
  const act = (id: string, call: () => Promise<unknown>) =>
    attempt(async () => {
      await call();
      refresh();
    }, id);
  if (!jobs.length) return <StatePanel compact icon="check" title={empty} />;
  return (
    <PlainTable
      stacks
      rows={jobs.toSorted((one, other) => Date.parse(other.created) - Date.parse(one.created))}
      keyOf={({ id }) => id}
      columns={[
        {
          title: "Job",
          head: true,
          cell: ({ title, id, service }) => (
            <span title={id}>
              <b>{titleOf(service)}</b> {title}
            </span>
          ),
        },
        { title: "State", cell: (run) => <State run={run} /> },
        {
          title: "Progress",
          num: true,
          cell: ({ done, total }) => (total ? `${formatNumber(done)} of ${formatNumber(total)}` : ""),
        },
        { title: "Begun", cell: ({ created }) => formatDateTime(created) },
        { title: "Why", cell: ({ error }) => error },
        {
          title: <span className="sr-visually-hidden">Actions</span>,
          cell: ({ id, title, state }) =>
            state === "failed" ? (
              <Button
                size="small"
                loading={busy === id}
                aria-label={`Run again: ${title}`}
                onClick={() => void act(id, () => api.post(`/jobs/${id}/again`))}
              >
                Run again
              </Button>
            ) : (
              <Button
                size="small"
                loading={busy === id}
                aria-label={`Stop: ${title}`}
                onClick={() => void act(id, () => cancelJob(id))}
              >
                Stop
              </Button>
            ),
        },
      ]}
    />
  );
}
