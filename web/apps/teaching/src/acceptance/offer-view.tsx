import type { RecordPieceProps } from "@staffroom/contract";
import { OfferFacts } from "./offer-facts";
import type { Offer } from "./types";

/** An offer for the office, above its fields. */
export default function OfferView({ record }: RecordPieceProps<Offer>) {
  return <OfferFacts offer={record} forOffice />;
}
