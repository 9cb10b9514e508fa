import { ListScreen } from "@staffroom/list";
import { RecordDrawer } from "@staffroom/screen";
import { useAddress } from "@staffroom/ui";
import { sentLine } from "../filling/read";
import { SignedEntry } from "../filling/sent";
import type { Entry, FormRecord } from "../types";
import { EntryActions } from "./actions";

const param = "entry";

/** The entries of a form, one of them open for review. */
export function EntriesOfForm({ form }: { form: FormRecord }) {
  const [address, change] = useAddress();
  const open = Number(address.get(param)) || null;
  return (
    <div className="forms-entries">
      <ListScreen
        path="/form/entries" fixed={{ formId: String(form.id) }} embedded={{ inAddress: true }} opens={param}
        emptyText="Entries stand here once the form is filled in. Request it from people, or make a link."
      />
      <RecordDrawer<Entry>
        thing="/form/entry" list="/form/entries" id={open} param={param} called="The entry" fields={false}
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
