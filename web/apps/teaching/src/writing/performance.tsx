import { useFields } from "@staffroom/form";
import type { Slip } from "../slips/types";
import type { LastTime } from "./last-time";
import { Ratings, type Rated } from "./ratings";
import { pathOf, SlipField, useSlipSaved } from "./slip-field";
import { useSlipForm } from "./steps";

export type Category = "cat1" | "cat2" | "cat3" | "cat4" | "cat5" | "cat6";

/** The ratings of a slip. The justification opens next to its rating. */
export function PerformanceGrid({ slip, names, last }: { slip: Slip; names: readonly Category[]; last?: LastTime }) {
  const { fields } = useFields("/slip");
  const saved = useSlipSaved(slip);
  const form = useSlipForm(slip);
  const rows = names.flatMap((name): Rated[] => {
    const field = fields.get(name);
    if (!field) return [];
    const comment = `${name}Comment` as const;
    const below: Rated["below"] = (rating, labelOf) =>
      form.shows(comment) && (
        <SlipField slip={slip} name={comment} title={`Why ${rating === null ? "" : labelOf(rating).toLowerCase()}?`} />
      );
    return [{ field, value: slip[name], mayEdit: slip.may.edit.includes(name), last: last?.[name], below }];
  });
  return <Ratings path={pathOf(slip)} rows={rows} onSaved={saved} />;
}
