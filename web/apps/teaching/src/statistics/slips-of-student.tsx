import { useApi } from "@staffroom/api";
import type { Figures, WidgetProps } from "@staffroom/contract";
import { ListScreen } from "@staffroom/list";
import { Dialog, Icon } from "@staffroom/ui";
import { Button } from "antd";
import { useMemo, useState } from "react";
import { Link, useNavigate } from "react-router";
import { slipCells } from "../slips/cells";
import "./style.css";

const inAddress = { inAddress: true };

/** The slips of a student, and their statistics in a dialog (teaching.md 2). */
export default function SlipsOfStudent({ studentId, name }: WidgetProps["slips-of-student"]) {
  const fixed = useMemo(() => ({ studentId: String(studentId) }), [studentId]);
  const [open, setOpen] = useState(false);
  return (
    <>
      <ListScreen
        path="/slips"
        fixed={fixed}
        embedded={inAddress}
        readOnly
        cells={slipCells}
        actions={
          <Button icon={<Icon name="chart" size={15} />} onClick={() => setOpen(true)}>
            Slip statistics
          </Button>
        }
      />
      {open && <SlipStatistics fixed={fixed} name={name} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Figures of a student's slips above the slips; a row opens its slip. */
function SlipStatistics({ fixed, name, onClose }: { fixed: { studentId: string }; name: string; onClose: () => void }) {
  const navigate = useNavigate();
  return (
    <Dialog open title={`Slip statistics of ${name}`} footer={null} width={920} onCancel={onClose}>
      <dl className="tea-slip-counts">
        <Counts title="Status" by="status" fixed={fixed} />
        <Counts title="Presence" by="present" fixed={fixed} />
        <Counts title="Late" by="isLate" fixed={fixed} />
      </dl>
      <ListScreen
        path="/slips"
        fixed={fixed}
        embedded={{ height: 380 }}
        readOnly
        cells={slipCells}
        onOpen={({ id }) => void navigate(`/system/slips?slip=${String(id)}`)}
        emptyText="The student has no slip yet."
      />
    </Dialog>
  );
}

function Counts({ title, by, fixed }: { title: string; by: string; fixed: Record<string, string> }) {
  const { data } = useApi<Figures>("/slips/figures", { by, ...fixed });
  const groups = (data?.groups ?? []).filter(({ filters }) => filters);
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        {groups.map(({ texts: [text], values: [count], filters }) => (
          <Link key={text} to={`/system/slips?${new URLSearchParams({ ...fixed, ...filters }).toString()}`}>
            {text} <b>{count}</b>
          </Link>
        ))}
      </dd>
    </div>
  );
}
