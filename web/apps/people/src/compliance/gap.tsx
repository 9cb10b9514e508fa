import type { RecordPieceProps } from "@staffroom/contract";
import { Icon } from "@staffroom/ui";
import { Link } from "react-router";
import type { Gap } from "../types";

/** Why the data is required, and a link to the field. */
export default function GapDetails({ record }: RecordPieceProps) {
  const { why, source, target } = record as unknown as Gap;
  return (
    <div>
      {why && <p>{why}</p>}
      {source && <p className="sr-muted">{source}</p>}
      <p>
        <Link to={target}>
          <Icon name="pencil" size={14} /> Open where it is entered
        </Link>
      </p>
    </div>
  );
}
