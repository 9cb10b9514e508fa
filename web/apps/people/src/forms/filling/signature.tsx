import { ActionButton, formatDateTime, Icon } from "@staffroom/ui";
import { Button, Input, Segmented } from "antd";
import { useId, useRef, useState, type PointerEvent } from "react";
import type { Signature } from "../types";

const size = { width: 480, height: 140 };
const longestDrawing = 20_000;

type Manner = "type" | "draw";
type Props = {
  labelId: string;
  signature: Signature | undefined;
  /** Why it cannot be signed now. */
  refusal: string | null;
  onSign: (name: string, drawing: string | null) => Promise<unknown>;
};

/** A signature: the full name typed, and optionally drawn. */
export function SignatureField({ labelId, signature, refusal, onSign }: Props) {
  const id = useId();
  const [manner, setManner] = useState<Manner>("type");
  const [name, setName] = useState("");
  const [drawing, setDrawing] = useState("");
  if (signature) return <Signed signature={signature} labelId={labelId} />;
  if (refusal) return <p className="forms-unsigned">{refusal}</p>;
  const missing = !name.trim() ? "Type your full name" : manner === "draw" && !drawing ? "Draw your signature" : null;
  return (
    <div className="forms-signature" role="group" aria-labelledby={labelId}>
      <Segmented<Manner>
        size="small"
        aria-label="How to sign"
        value={manner}
        onChange={setManner}
        options={[
          { value: "type", label: "Type" },
          { value: "draw", label: "Draw" },
        ]}
      />
      <label htmlFor={`${id}-name`}>Full name</label>
      <Input
        id={`${id}-name`}
        value={name}
        maxLength={120}
        autoComplete="name"
        onChange={({ target }) => setName(target.value)}
      />
      {manner === "draw" ? (
        <Pad drawing={drawing} onChange={setDrawing} />
      ) : (
        name.trim() && (
          <span className="forms-signed-name" aria-hidden>
            {name}
          </span>
        )
      )}
      <ActionButton icon="pencil" refusal={missing} run={() => onSign(name.trim(), manner === "draw" ? drawing : null)}>
        Sign form
      </ActionButton>
    </div>
  );
}

function Signed({ signature: { name, signed, drawing }, labelId }: { signature: Signature; labelId: string }) {
  return (
    <div className="forms-signature" role="group" aria-labelledby={labelId}>
      {drawing ? (
        <svg viewBox={`0 0 ${size.width} ${size.height}`} role="img" aria-label={`Signature of ${name}`}>
          <path d={drawing} />
        </svg>
      ) : (
        <span className="forms-signed-name">{name}</span>
      )}
      <span className="sr-note sr-note-good">
        <Icon name="check" size={14} /> Signed by {name}
        {signed ? `, ${formatDateTime(signed)}` : ""}
      </span>
    </div>
  );
}

/** A pad for a pen, a finger or a mouse. */
function Pad({ drawing, onChange }: { drawing: string; onChange: (drawing: string) => void }) {
  const pad = useRef<SVGSVGElement>(null);
  const isDown = useRef(false);
  const point = ({ clientX, clientY }: PointerEvent) => {
    const box = pad.current?.getBoundingClientRect();
    if (!box) return "0 0";
    const within = (value: number, most: number) => Math.round(Math.max(0, Math.min(1, value)) * most);
    return `${within((clientX - box.left) / box.width, size.width)} ${within((clientY - box.top) / box.height, size.height)}`;
  };
  const add = (sign: "M" | "L", event: PointerEvent) =>
    drawing.length < longestDrawing && onChange(`${drawing}${sign}${point(event)}`);
  return (
    <div className="forms-pad">
      <svg
        ref={pad}
        viewBox={`0 0 ${size.width} ${size.height}`}
        role="img"
        aria-label="Pad to draw the signature on"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          isDown.current = true;
          add("M", event);
        }}
        onPointerMove={(event) => isDown.current && add("L", event)}
        onPointerUp={() => {
          isDown.current = false;
        }}
        onPointerCancel={() => {
          isDown.current = false;
        }}
      >
        <path d={drawing} />
      </svg>
      {drawing && (
        <Button size="small" onClick={() => onChange("")}>
          Clear signature
        </Button>
      )}
    </div>
  );
}
