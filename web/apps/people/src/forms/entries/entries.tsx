import { AnyListScreen } from "@staffroom/list";
import { RecordDrawer } from "@staffroom/screen";
import { useAddress } from "@staffroom/ui";
import { Segmented } from "antd";
import { useState } from "react";
import { sentLine } from "../filling/read";
import { SignedEntry } from "../filling/sent";
import type { Entry, FormRecord } from "../types";
import { EntryActions } from "./actions";
import { AnswerFigures } from "./figures";

const param = "entry";

/** The entries of a form: a list with a column for each field, one of them open for review, and the answers as charts. */
export function EntriesOfForm({ form }: { form: FormRecord }) {
  const [address, change] = useAddress();
  const [view, setView] = useState<"list" | "charts">("list");
  const path = `/form/${form.id}/entries`;
  const open = Number(address.get(param)) || null;
  return (
    <div className="forms-entries">
      <Segmented aria-label="Entries as" value={view} onChange={(next) => setView(next as "list" | "charts")} options={[{ value: "list", label: "List" }, { value: "charts", label: "Charts" }]} />
      {view === "charts" ? <AnswerFigures form={form} /> : (
        <AnyListScreen path={path} embedded={{ inAddress: true }} opens={param} emptyText="Entries stand here once the form is filled in. Request it from people, or make a link." />
      )}
      <RecordDrawer<Entry>
        thing="/form/entry" list={path} id={open} param={param} called="The entry" fields={false}
        heading={(entry) => entry.about?.name ?? entry.filledName ?? entry.form.title}
        onClose={() => change((before) => {
          before.delete(param);
          return before;
        })}
        actions={(entry) => <EntryActions entry={entry} />}
      >
        {(entry, reload) => (
          <>
            <p className="sr-muted">{sentLine(entry)}</p>
            {entry.reason && entry.status === "returned" && <p className="forms-late">Returned: {entry.reason}</p>}
            <SignedEntry entry={entry} isStaff onChanged={reload} />
          </>
        )}
      </RecordDrawer>
    </div>
  );
}
