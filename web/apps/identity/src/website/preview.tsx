import { call } from "@staffroom/api";
import type { RecordPieceProps } from "@staffroom/contract";
import { Panel, RichTextView } from "@staffroom/ui";
import { useEffect, useState } from "react";
import "../style.css";

type Notice = { id: number; title: string; body: string; picture: number[]; language: string; priority: string };

function Picture({ fileId }: { fileId: number }) {
  const [address, setAddress] = useState("");
  useEffect(() => {
    let shown = "";
    let isGone = false;
    call("GET", `/file/${fileId}/picture`, undefined, { headers: { Accept: "*/*" } })
      .then((answer) => answer.blob())
      .then(
        (blob) => {
          shown = URL.createObjectURL(blob);
          if (isGone) URL.revokeObjectURL(shown);
          else setAddress(shown);
        },
        () => setAddress(""),
      );
    return () => {
      isGone = true;
      if (shown) URL.revokeObjectURL(shown);
    };
  }, [fileId]);
  return address ? <img className="id-preview-picture" src={address} alt="" /> : null;
}

/** A notice as the public site shows it, in the order title, picture, text. */
export default function Preview({ record }: RecordPieceProps) {
  const notice = record as unknown as Notice;
  return (
    <Panel title="On the website">
      <article className="id-preview" data-priority={notice.priority} lang={notice.language}>
        <h3>{notice.title}</h3>
        {notice.picture[0] !== undefined && <Picture fileId={notice.picture[0]} />}
        <RichTextView html={notice.body} />
      </article>
    </Panel>
  );
}
