import { hasRole, useApi, useSession } from "@staffroom/api";
import type { Answer } from "@staffroom/contract";
import { Link } from "react-router";
import { WarningList } from "../parts/warning-list";
import { useSlipForm } from "../writing/steps";
import type { Slip } from "./types";

type Warning = Answer<"teaching", "/slip/{id}/warnings">[number];

/** Passages of a slip that a reviewer should check before approving. */
export function Warnings({ slip }: { slip: Slip }) {
  const isStaff = hasRole(useSession().user, "staff");
  const { data } = useApi<Warning[]>(`/slip/${slip.id}/warnings`, undefined, { enabled: isStaff });
  const form = useSlipForm(slip);
  return (
    <WarningList
      warnings={data}
      titleOf={form.titleOf}
      linkOf={({ slipId }) => slipId && <Link to={`/system/slips?slip=${slipId}`}>Open that slip</Link>}
    />
  );
}
