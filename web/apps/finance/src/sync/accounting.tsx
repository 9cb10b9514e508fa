import { api, followJob, useApi } from "@staffroom/api";
import type { Answer } from "@staffroom/contract";
import { ListScreen } from "@staffroom/list";
import { EmptyState, ErrorState, formatAgo, formatDateTime, formatMoney, formatNumber, Icon, LoadingState, PageHeader, Panel, StatusTag, toast } from "@staffroom/ui";
import { Button } from "antd";
import { useEffect, useRef, useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { provedRight, type Overview, type Proof, type Tenant } from "./model";
import "../style.css";
import "./style.css";

const everySeconds = 5;

/** The accounting system: connections with their quota, the queue, what failed, and the last proof. */
export default function Accounting() {
  const overview = useApi<Overview>("/xero/sync");
  const { refetch } = overview;
  const navigate = useNavigate();
  const [proving, setProving] = useState(false);
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

  const prove = async () => {
    setProving(true);
    try {
      const { id } = await api.post<Answer<"finance", "/xero/sync/proof", "post">>("/xero/sync/proof", {});
      const job = await followJob(id, () => {}, ending.current.signal);
      if (job.state === "failed") throw new Error(job.error ?? "The proof failed");
      await refetch();
    } catch (error) {
      if (!ending.current.signal.aborted) toast.error(error);
    } finally {
      setProving(false);
    }
  };
  const connect = async (tenant: Tenant) => {
    try {
      const { address: page } = await api.post<Answer<"finance", "/xero/connect", "post">>("/xero/connect", { orgId: tenant.chart });
      window.location.assign(page);
    } catch (error) {
      toast.error(error);
    }
  };

  const data = overview.data;
  const connected = data?.tenants.some((tenant) => tenant.connected);
  return (
    <div className="fin-accounting">
      <PageHeader
        title="Accounting system"
        actions={connected && <Button loading={proving} icon={<Icon name="list-checks" size={15} />} onClick={() => void prove()}>Prove now</Button>}
      />
      {overview.error && !data && <ErrorState error={overview.error} onRetry={() => void refetch()} />}
      {!data && !overview.error && <LoadingState rows={6} />}
      {data && !data.setUp && <EmptyState icon="offline" title="The accounting system is not set up here" text="Changes wait until it is." />}
      {data && (
        <div className="fin-tenants">
          {data.tenants.map((tenant) => <TenantPanel key={tenant.chart} tenant={tenant} perMinute={data.perMinute} onConnect={() => void connect(tenant)} />)}
          <ProofPanel proof={data.proof} />
        </div>
      )}
      <ListScreen
        path="/xero/sync/documents"
        title="Documents"
        embedded={{ height: 380 }}
        onOpen={(row) => void navigate(`/accounts/invoices?invoice=${String(row.id)}`)}
        emptyText="No documents here. What is issued appears by itself."
      />
    </div>
  );
}

function TenantPanel({ tenant, perMinute, onConnect }: { tenant: Tenant; perMinute: number; onConnect: () => void }) {
  const [first, ...others] = tenant.organisations;
  return (
    <Panel title={first} extra={tenant.connected ? <StatusTag label={tenant.problem ? "Trouble" : "Connected"} color={tenant.problem ? "red" : "green"} /> : <StatusTag label="Not connected" color="grey" />}>
      {tenant.connected && (
        <p className="sr-muted">
          {others.length > 0 && <>Also {others.join(" and ")}. </>}
          {tenant.name} there, connected {formatDateTime(tenant.connected)}{tenant.connectedBy && ` by ${tenant.connectedBy}`}
        </p>
      )}
      {tenant.problem && <p role="alert" className="fin-sync-error">{tenant.problem}</p>}
      <dl className="fin-counts">
        <Count label="Waiting" value={tenant.waiting} note={tenant.oldest ? `oldest ${formatAgo(tenant.oldest)}` : undefined} />
        <Count label="In step" value={tenant.inStep} />
        <Count label="Refused" value={tenant.failed} bad />
        <Count label="Conflicts" value={tenant.conflict} bad />
        {tenant.dayLeft !== null && <Count label="Calls left today" value={tenant.dayLeft} note={`${formatNumber(tenant.minuteLeft ?? perMinute)} this minute`} />}
      </dl>
      {tenant.blockedUntil && <p className="sr-muted">It takes calls again at {formatDateTime(tenant.blockedUntil)}.</p>}
      {!tenant.connected && <Button type="primary" size="small" onClick={onConnect}>Connect</Button>}
    </Panel>
  );
}

function Count({ label, value, note, bad }: { label: string; value: number; note?: string; bad?: boolean }) {
  return (
    <div data-bad={(bad && value > 0) || undefined}>
      <dt>{label}</dt>
      <dd>{formatNumber(value)}{note && <span className="sr-muted"> {note}</span>}</dd>
    </div>
  );
}

function ProofPanel({ proof }: { proof: Proof | null }) {
  if (!proof) return <Panel title="Last proof"><p className="sr-muted">Not yet: it runs every night, or when you ask for it.</p></Panel>;
  const right = provedRight(proof);
  return (
    <Panel title="Last proof" extra={<StatusTag label={right ? "Both sides agree" : "They differ"} color={right ? "green" : "red"} />}>
      <p className="sr-muted">{formatDateTime(proof.finished)}: {formatNumber(proof.documents)} documents, {formatNumber(proof.waiting)} of them waiting</p>
      <dl className="fin-counts">
        <div data-bad={proof.difference !== 0 || undefined}><dt>Difference</dt><dd>{formatMoney(proof.difference)}</dd></div>
        <Count label="Missing" value={proof.missing} bad />
        <Count label="Twice" value={proof.duplicates} bad />
      </dl>
      {proof.rows.length > 0 && (
        <table className="fin-table">
          <thead><tr><th>Number</th><th>What</th><th className="num">Difference</th></tr></thead>
          <tbody>
            {proof.rows.slice(0, 20).map((row) => (
              <tr key={`${row.what} ${row.number ?? row.payment ?? row.invoiceId}`}>
                <td>{row.invoiceId ? <Link to={`/accounts/invoices?invoice=${row.invoiceId}`}>{row.number}</Link> : row.number ?? row.payment}</td>
                <td>{row.what}</td>
                <td className="num">{row.difference !== undefined && formatMoney(row.difference)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}
