import type { PartsTab, RecordData, RecordPieceProps } from "@staffroom/contract";
import { Parts, PartsInPlace } from "@staffroom/form";
import { Panel } from "@staffroom/ui";
import { headingOf } from "../choices";

/** The declared parts of a record. Users who may edit the record may change them. */
export function PartsPiece({ tab, record, reload }: Omit<RecordPieceProps, "thing"> & { tab: PartsTab }) {
  const rows = (record[tab.rows] ?? []) as readonly RecordData[];
  const mayChange = !!record.may?.edit?.length;
  const shared = {
    thing: tab.parts,
    to: headingOf(tab.to ?? tab.parts, record),
    by: tab.by?.(record),
    noun: tab.noun,
    onChanged: reload,
  };
  if ("section" in tab)
    return (
      <PartsInPlace
        {...shared}
        ids={rows.map(({ id }) => id)}
        section={tab.section}
        mark={tab.mark}
        mayAdd={mayChange}
        empty={tab.empty}
      />
    );
  return (
    <Panel>
      <Parts
        {...shared}
        record={record}
        rows={rows}
        columns={tab.columns}
        order={tab.ordered ? `${shared.to}/order` : undefined}
        nameOf={(row) => headingOf(tab.named ?? "{title}", row)}
        mayChange={mayChange}
        empty={tab.empty.title}
      />
    </Panel>
  );
}
