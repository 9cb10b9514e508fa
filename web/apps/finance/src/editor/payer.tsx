import { api, useApi } from "@staffroom/api";
import type { Answer, Shape } from "@staffroom/contract";
import { DialogButton } from "@staffroom/ui";
import { Input } from "antd";
import { useState } from "react";
import { Link } from "react-router";
import { useEditing } from "./context";
import { Card } from "./parts";
import { SelectionDialog } from "./selection-dialog";

type Choice = Shape<"finance", "PayerChoice">;
const parts = { email: "e-mail address", address: "address" } as const;

/** Chooses the payer of a draft: related people with the reason, others by search. */
function PayerDialog({ onClose }: { onClose: () => void }) {
  const { invoice, act } = useEditing();
  const [search, setSearch] = useState("");
  const { data, isPending } = useApi<Answer<"finance", "/invoice/{id}/payers">>(
    `/invoice/${invoice.id}/payers`,
    search.trim() ? { search: search.trim() } : undefined,
    { staleTime: 0 },
  );
  const rows = (data ?? []).map((choice, key) => ({ ...choice, key }));
  const choose = async ([chosen]: Choice[]) => {
    if (!chosen) return;
    const { kind, id, name } = chosen;
    if (await act(() => api.post(`/invoice/${invoice.id}/payer`, { kind, id }), `${name} is invoiced`)) onClose();
  };
  return (
    <SelectionDialog
      title="Change payer"
      submitLabel="Change payer"
      rows={rows}
      keyOf={({ key }) => key}
      nameOf={({ name }) => name}
      loading={isPending}
      empty={search ? "Nobody has this name or e-mail address." : "Search for a person by name."}
      tools={
        <Input.Search
          allowClear
          aria-label="Search people"
          placeholder="Name or e-mail address"
          className="fin-payer-search"
          onSearch={setSearch}
        />
      }
      columns={[
        { title: "Payer", dataIndex: "name" },
        {
          title: "Reason",
          render: (_, { text, today, current }: Choice) => (
            <>
              {text}
              {today && " today"}
              {current && <span className="sr-muted"> · on this invoice</span>}
            </>
          ),
        },
        { title: "Email", dataIndex: "email" },
      ]}
      onChosen={choose}
      onClose={onClose}
    />
  );
}

/** The payer with the reason, and where it differs from their record. */
export function Payer() {
  const { invoice } = useEditing();
  const { payer, actions } = invoice;
  if (!payer) return null;
  const typed = payer.typed.map((part) => parts[part]).join(" and ");
  return (
    <Card
      title="Payer"
      extra={
        actions?.includes("changePayer") && (
          <DialogButton label="Change payer" small>
            {(close) => <PayerDialog onClose={close} />}
          </DialogButton>
        )
      }
    >
      <p className="fin-payer">
        <Link to={`/${payer.kind}s/${payer.id}`}>{payer.name}</Link> <span className="sr-muted">{payer.text}</span>
      </p>
      {payer.follows && typed && (
        <p className="fin-payer sr-muted">
          The {typed} was typed in here: it does not follow the record, and no other invoice takes it over. Change payer
          takes the record's again.
        </p>
      )}
    </Card>
  );
}
