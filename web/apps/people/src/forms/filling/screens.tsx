import { useRecord } from "@staffroom/api";
import { Answered } from "@staffroom/ui";
import { useParams } from "react-router";
import type { Entry } from "../types";
import { Fill } from "./fill";
import { SentEntry } from "./sent";
import "../style.css";

export { BeginForm } from "./begin";

/**
 * `/form/entry/:entryId/:staff?`, `/formv2/entry/:entryId`: filled in while it may be changed, read-only afterwards.
 */
export function EntryScreen() {
  const { entryId, staff } = useParams();
  const query = useRecord<Entry>(`/form/entry/${entryId}`);
  return (
    <Answered query={query} rows={8}>
      {(entry) =>
        entry.can.edit ? (
          <Fill key={entry.id} entry={entry} isStaff={!!staff} onChanged={query.refetch} />
        ) : (
          <SentEntry
            key={entry.id}
            entry={entry}
            isStaff={!!staff || entry.can.review}
            onChanged={() => void query.refetch()}
          />
        )
      }
    </Answered>
  );
}
