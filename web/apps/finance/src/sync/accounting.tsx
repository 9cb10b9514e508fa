import { api, followJob, useApi } from "@staffroom/api";
import type { Answer } from "@staffroom/contract";
import { ListScreen } from "@staffroom/list";
import { useChoices } from "@staffroom/screen";
import {
  Answered,
  EmptyState,
  formatAgo,
  formatDateTime,
  formatMoney,
  formatNumber,
  Icon,
  PageHeader,
  Panel,
  PlainTable,
  StatusTag,
  toast,
  useAttempt,
} from "@staffroom/ui";
import { Button } from "antd";
import { useEffect, useRef } from "react";
import { Link, useSearchParams } from "react-router";
import { provedRight, type Overview, type Proof, type Tenant } from "./model";
import "../style.css";
import "./style.css";

const everySeconds = 5;
const documents = "/xero/sync/documents";
const troubled: readonly unknown[] = ["failed", "conflict"];

/** The accounting system: connections with their quota, the queue, failures, and the last proof. */
export default function Accounting() {
  const overview = useApi<Overview>("/xero/sync");
  const { refetch } = overview;
  const [busy, attempt] = useAttempt();
  const ending = useRef(new AbortController());
  const [address] = useSearchParams();
  const consent = address.get("consent");
  useEffect(() => {
    const { current } = ending;
    const timer = setInterval(() => void refetch(), everySeconds * 1000);
    return () => {
      clearInterval(timer);
      current.abort();
    };
  }, [refetch]);
  useEffect(() => {
    if (consent === "refused") toast.error(new Error("The accounting system was not connected. Please try again."));
    if (consent === "connected") toast.success("Connected to the accounting system");
  }, [consent]);

  const prove = () =>
    attempt(async () => {
      const { id } = await api.post<Answer<"finance", "/xero/sync/proof", "post">>("/xero/sync/proof", {});
      const { signal } = ending.current;
      const job = await followJob(id, () => {}, signal).catch((error: unknown) => {
        if (!signal.aborted) throw error;
      });
      if (job?.state === "failed") throw new Error(job.error ?? "The proof failed");
      if (job) await refetch();
    });
  const connect = (tenant: Tenant) =>
    attempt(async () => {
      const { address: page } = await api.post<Answer<"finance", "/xero/connect", "post">>("/xero/connect", {
        orgId: tenant.chart,
      });
      window.location.assign(page);
    }, tenant.chart);
  const connected = overview.data?.tenants.some((tenant) => tenant.connected);
  return (
    <div className="fin-accounting">
      <PageHeader
        title="Accounting system"
        actions={
          connected && (
            <Button loading={busy === ""} icon={<Icon name="list-checks" size={15} />} onClick={() => void prove()}>
              Prove now
            </Button>
          )
        }
      />
      <Answered query={overview}>
        {({ setUp, tenants, perMinute, proof }) => (
          <>
            {!setUp && (
              <EmptyState
                icon="offline"
                title="The accounting system is not set up here"
                text="Changes wait until it is."
              />
            )}
            <div className="fin-tenants">
              {tenants.map((tenant) => (
                <TenantPanel
                  key={tenant.chart}
                  tenant={tenant}
                  perMinute={perMinute}
                  onConnect={() => void connect(tenant)}
                />
              ))}
              <ProofPanel proof={proof} />
            </div>
          </>
        )}
      </Answered>
      <ListScreen
        path={documents}
        title="Documents"
        embedded={{ height: 380 }}
        target="/accounts/invoices?invoice={id}"
        emptyText="No documents here. Issued documents appear automatically."
      />
    </div>
  );
}

function TenantPanel({ tenant, perMinute, onConnect }: { tenant: Tenant; perMinute: number; onConnect: () => void }) {
  const [first, ...others] = tenant.organisations;
  const states = useChoices(`${documents}/columns`);
  return (
    <Panel
      title={first}
      extra={
        tenant.connected ? (
          <StatusTag label={tenant.problem ? "Trouble" : "Connected"} color={tenant.problem ? "red" : "green"} />
        ) : (
          <StatusTag label="Not connected" color="grey" />
        )
      }
    >
      {tenant.connected && (
        <p className="sr-muted">
          {others.length > 0 && <>Also {others.join(" and ")}. </>}
          {tenant.name} there, connected {formatDateTime(tenant.connected)}
          {tenant.connectedBy && ` by ${tenant.connectedBy}`}
        </p>
      )}
      {tenant.problem && (
        <p role="alert" className="fin-sync-error">
          {tenant.problem}
        </p>
      )}
      <dl className="fin-counts">
        {states?.("state").map(({ value, label }) => (
          <Count
            key={String(value)}
            label={label}
            value={tenant[value as "waiting" | "failed" | "conflict" | "inStep"]}
            note={value === "waiting" && tenant.oldest ? `oldest ${formatAgo(tenant.oldest)}` : undefined}
            bad={troubled.includes(value)}
          />
        ))}
        {tenant.dayLeft !== null && (
          <Count
            label="Calls left today"
            value={tenant.dayLeft}
            note={`${formatNumber(tenant.minuteLeft ?? perMinute)} this minute`}
          />
        )}
      </dl>
      {tenant.blockedUntil && (
        <p className="sr-muted">It takes calls again at {formatDateTime(tenant.blockedUntil)}.</p>
      )}
      {!tenant.connected && (
        <Button type="primary" size="small" onClick={onConnect}>
          Connect
        </Button>
      )}
    </Panel>
  );
}

function Count({ label, value, note, bad }: { label: string; value: number; note?: string; bad?: boolean }) {
  return (
    <div data-bad={(bad && value > 0) || undefined}>
      <dt>{label}</dt>
      <dd>
        {formatNumber(value)}
        {note && <span className="sr-muted"> {note}</span>}
      </dd>
    </div>
  );
}

function ProofPanel({ proof }: { proof: Proof | null }) {
  if (!proof)
    return (
      <Panel title="Last proof">
        <p className="sr-muted">Not yet: it runs every night, or when you ask for it.</p>
      </Panel>
    );
  const right = provedRight(proof);
  return (
    <Panel
      title="Last proof"
      extra={<StatusTag label={right ? "Both sides agree" : "They differ"} color={right ? "green" : "red"} />}
    >
      <p className="sr-muted">
        {formatDateTime(proof.finished)}: {formatNumber(proof.documents)} documents, {formatNumber(proof.waiting)} of
        them waiting
      </p>
      <dl className="fin-counts">
        <div data-bad={proof.difference !== 0 || undefined}>
          <dt>Difference</dt>
          <dd>{formatMoney(proof.difference)}</dd>
        </div>
        <Count label="Missing" value={proof.missing} bad />
        <Count label="Twice" value={proof.duplicates} bad />
      </dl>
      {proof.rows.length > 0 && (
        <PlainTable
          rows={proof.rows.slice(0, 20)}
          keyOf={({ what, number, payment, invoiceId }) => `${what} ${number ?? payment ?? invoiceId}`}
          columns={[
            {
              title: "Number",
              cell: ({ invoiceId, number, payment }) =>
                invoiceId ? <Link to={`/accounts/invoices?invoice=${invoiceId}`}>{number}</Link> : (number ?? payment),
            },
            { title: "What", cell: ({ what }) => (what === "draft" ? "a draft here, stands there" : what) },
            {
              title: "Difference",
              num: true,
              cell: ({ difference }) => difference !== undefined && formatMoney(difference),
            },
          ]}
        />
      )}
    </Panel>
  );
}
