import { hasRole, useApi, useSession } from "@staffroom/api";
import type { Answer } from "@staffroom/contract";
import { Icon } from "@staffroom/ui";
import { Link } from "react-router";
import type { Slip } from "./types";
import { useSlipForm } from "../writing/steps";

type Warning = Answer<"teaching", "/slip/{id}/warnings">[number];

/** What a reviewer should look at before approving: each with its place in the text. */
export function Warnings({ slip }: { slip: Slip }) {
  const isStaff = hasRole(useSession().user, "staff");
  const { data } = useApi<Warning[]>(`/slip/${slip.id}/warnings`, undefined, { enabled: isStaff });
  const form = useSlipForm(slip);
  if (!data?.length) return null;
  return (
    <ul className="tea-warnings" aria-label="Warnings">
      {data.map((one) => (
        <li key={`${one.kind} ${one.field} ${one.before}`}>
          <Icon name="alert" size={14} />
          <span>
            <b>
              {form.titleOf(one.field)}: {one.text}
            </b>{" "}
            {one.slipId && <Link to={`/system/slips?slip=${one.slipId}`}>Open that slip</Link>}
            {one.match && (
              <q>
                {one.before}
                <mark>{one.match}</mark>
                {one.after}
              </q>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
