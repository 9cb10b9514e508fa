import { api, useUser } from "@staffroom/api";
import type { RecordPieceProps } from "@staffroom/contract";
import { useEffect, useEffectEvent } from "react";
import { useOpened } from "../parts/use-opened";
import SlipView from "../slips/view";
import type { Slip } from "../slips/types";

/** A slip for reading; records that its student read it, or that its writer saw why it was returned. */
export default function ReadSlip(props: RecordPieceProps<Slip>) {
  const {
    record: { id, student, slipMeta, may },
    reload,
  } = props;
  useOpened(`/slip/${id}`, slipMeta, may.open);
  const { studentId } = useUser();
  const isNews =
    studentId !== null && student?.id === studentId && slipMeta.status === "approved" && !slipMeta.studentRead;
  const readAgain = useEffectEvent(reload);
  useEffect(() => {
    if (isNews) void api.post(`/slip/${id}/mark/read`).then(readAgain, () => undefined);
  }, [isNews, id]);
  return <SlipView {...props} />;
}
