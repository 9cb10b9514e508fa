import { AnyListScreen, ListScreen } from "@staffroom/list";
import { RecordDrawer } from "@staffroom/screen";
import { useAddress } from "@staffroom/ui";
import { Segmented } from "antd";
import { useState } from "react";
import { sentLine } from "../filling/read";
import { Emptied, SignedEntry } from "../filling/sent";
import type { Entry, FormRecord } from "../types";
import { EntryActions } from "./actions";
import { AnswerFigures } from "./figures";
import { PrintEntries } from "./print";

const param = "entry";
const withoutEntry = (before: URLSearchParams) => {
  before.delete(param);
  return before;
};

/** An entry over the list that it was opened from. */
function EntryDrawer({ list, id, onClose }: { list: string; id: number | null; onClose: () => void }) {
  return (
    <RecordDrawer<Entry>
      thing="/form/entry"
      list={list}
      id={id}
      param={param}
      called="The entry"
      fields={false}
      heading={(entry) => entry.about?.name ?? entry.filledName ?? entry.form.title}
      onClose={onClose}
      actions={(entry) => <EntryActions entry={entry} />}
    >
      {(entry, reload) => (
        <>
          <p className="sr-muted">{sentLine(entry)}</p>
          {entry.reason && entry.status === "returned" && <p className="forms-late">Returned: {entry.reason}</p>}
          <Emptied kinds={entry.emptied} />
          <SignedEntry entry={entry} isStaff onChanged={reload} />
        </>
      )}
    </RecordDrawer>
  );
}

/** `/form/entries`: the entries of all forms that the user may read, with moves and one PDF for a selection. */
export function AllEntries() {
  const [address, change] = useAddress();
  return (
    <>
      <ListScreen
        path="/form/entries"
        opens={param}
        selectionActions={(choice) => <PrintEntries path="/form/entries" choice={choice} />}
        emptyText="Entries of the forms that name your role stand here once they are sent."
      />
      <EntryDrawer list="/form/entries" id={Number(address.get(param)) || null} onClose={() => change(withoutEntry)} />
    </>
  );
}

/** The entries of a form: a list with a column for each field, an entry open for review, and the answers as charts. */
export function EntriesOfForm({ form }: { form: FormRecord }) {
  const [address, change] = useAddress();
  const [view, setView] = useState<"list" | "charts">("list");
  const path = `/form/${form.id}/entries` as const;
  const open = Number(address.get(param)) || null;
  return (
    <div className="forms-entries">
      <Segmented
        aria-label="Entries as"
        value={view}
        onChange={(next) => setView(next as "list" | "charts")}
        options={[
          { value: "list", label: "List" },
          { value: "charts", label: "Charts" },
        ]}
      />
      {view === "charts" ? (
        <AnswerFigures form={form} />
      ) : (
        <AnyListScreen
          path={path}
          embedded={{ inAddress: true }}
          opens={param}
          selectionActions={(choice) => <PrintEntries path={path} choice={choice} />}
          emptyText="Entries stand here once the form is filled in. Request it from people, or make a link."
        />
      )}
      <EntryDrawer list={path} id={open} onClose={() => change(withoutEntry)} />
    </div>
  );
}
