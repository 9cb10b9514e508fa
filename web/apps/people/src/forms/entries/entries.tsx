import { AnyListScreen, ListScreen } from "@staffroom/list";
import { RecordDrawer } from "@staffroom/screen";
import { useOpenRecord } from "@staffroom/ui";
import { Segmented } from "antd";
import { useState } from "react";
import { sentLine } from "../filling/read";
import { Emptied, SignedEntry } from "../filling/sent";
import type { Entry, FormRecord } from "../types";
import { EntryActions } from "./actions";
import { AnswerFigures } from "./figures";
import { PrintEntries } from "./print";

const param = "entry";
type View = "list" | "charts";

/** An entry over the list that it was opened from. */
function EntryDrawer({ list }: { list: string }) {
  const [id, open] = useOpenRecord(param);
  return (
    <RecordDrawer<Entry>
      thing="/form/entry"
      list={list}
      id={id}
      param={param}
      called="The entry"
      fields={false}
      heading={(entry) => entry.about?.name ?? entry.filledName ?? entry.form.title}
      onClose={() => open(null)}
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
export const AllEntries = () => (
  <>
    <ListScreen
      path="/form/entries"
      opens={param}
      selectionActions={(choice) => <PrintEntries path="/form/entries" choice={choice} />}
      emptyText="Entries of the forms that name your role appear here once they are sent."
    />
    <EntryDrawer list="/form/entries" />
  </>
);

/** The entries of a form: a list with a column for each field, an entry open for review, and the answers as charts. */
export function EntriesOfForm({ form }: { form: FormRecord }) {
  const [view, setView] = useState<View>("list");
  const path = `/form/${form.id}/entries` as const;
  return (
    <div className="forms-entries">
      <Segmented<View>
        aria-label="Entries as"
        value={view}
        onChange={setView}
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
          emptyText="Entries appear here once the form is filled in. Request it from people, or make a link."
        />
      )}
      <EntryDrawer list={path} />
    </div>
  );
}
