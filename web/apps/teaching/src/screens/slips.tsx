import { invalidate, useUser } from "@staffroom/api";
import type { Row } from "@staffroom/contract";
import { ListScreen } from "@staffroom/list";
import { formatDateTime, useOpenRecord } from "@staffroom/ui";
import { useCallback, useMemo } from "react";
import { useParams } from "react-router";
import { RowMoves } from "../row-moves";
import { SlipDrawer } from "../slip-drawer";
import "../style.css";

const cells = {
  tutorialDate: (value: unknown, row: Row) => `${formatDateTime(value)}–${formatDateTime(row.tutorialEnd).slice(-5)}`,
};

/** The slips a person reaches, by status and type; staff review them from here. */
export default function Slips() {
  const { type } = useParams();
  const user = useUser();
  const [opened, open] = useOpenRecord("slip");
  const fixed = useMemo((): Record<string, string> => (type ? { type } : ({} as Record<string, string>)), [type]);
  const acts = user.roleIds.some((role) => role !== "student");

  const changed = useCallback(() => {
    void invalidate("/slips");
    void invalidate("/slip");
  }, []);

  return (
    <div className="tea-slips">
      <ListScreen
        path="/slips"
        fixed={fixed}
        cells={cells}
        onOpen={(row) => open(row.id as number)}
        rowActions={acts ? (row) => <RowMoves id={row.id as number} onDone={changed} onOpen={open} /> : undefined}
        rowClassName={(row) => (row.isLate && row.status !== "approved" ? "tea-late" : "")}
        emptyText="No slips here. Tutors write one after each tutorial."
      />
      <SlipDrawer id={opened} onClose={() => open(null)} />
    </div>
  );
}
