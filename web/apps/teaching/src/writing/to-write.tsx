import { useListPage } from "@staffroom/api";
import type { ListScreenProps, Row } from "@staffroom/contract";
import { ListScreen } from "@staffroom/list";
import { useAttempt, useOpenRecord } from "@staffroom/ui";
import { useEffect, useEffectEvent } from "react";
import { useNavigate } from "react-router";
import { tutorialCells } from "../slips/cells";
import { beginSession, isClass, isSession, OpenedTutorial, WriteSlip } from "./begin";

const path = "/slip/unwritten";
const param = "tutorial";

/** Tutorials and sessions without a written slip; opening a row opens its slip. */
export function UnwrittenList(props: Omit<ListScreenProps, "path">) {
  const [opened, open] = useOpenRecord(param);
  const { data } = useListPage(path, { ids: String(opened), page: 1, pageSize: 10 }, { enabled: opened !== null });
  const row = data?.data.find(({ id }) => id === opened);
  return (
    <>
      <ListScreen
        {...props}
        path={path}
        opens={param}
        cells={tutorialCells}
        rowActions={(one) => <WriteSlip row={one} />}
      />
      {row && <Opened key={String(row.id)} row={row} onClose={() => open(null)} />}
    </>
  );
}

function Opened({ row, onClose }: { row: Row; onClose: () => void }) {
  const navigate = useNavigate();
  const [, attempt] = useAttempt();
  const address = row.slipId
    ? `/slips/${Number(row.slipId)}/write`
    : isClass(row)
      ? `/slips/register/${Number(row.eventId)}`
      : null;
  const isAsked = address === null && !isSession(row);
  const lead = useEffectEvent(async () => {
    if (address) return void navigate(address, { replace: true });
    const isBegun = await attempt(
      async () => void navigate(`/slips/${await beginSession(row)}/write`, { replace: true }),
    );
    if (!isBegun) onClose();
  });
  useEffect(() => {
    if (!isAsked) void lead();
  }, [isAsked]);
  return isAsked && <OpenedTutorial row={row} onClose={onClose} />;
}

const noTabs: readonly string[] = [];

/** The user's own slips that are still to be written. */
export default function ToWrite() {
  return <UnwrittenList tabs={noTabs} emptyText="Every slip is written." />;
}
