import { api, invalidate } from "@staffroom/api";
import type { Answer, RecordPieceProps } from "@staffroom/contract";
import { Icon, toast, useAttempt } from "@staffroom/ui";
import { Button } from "antd";
import { useRef } from "react";
import "../style.css";

export type Letterhead = Answer<"finance", "/invoices/letterheads/{id}">;

/** The limit of the field, in characters of the data: URL. */
const longest = 200_000;

const dataUrlOf = (file: File): Promise<string> =>
  new Promise((done, fail) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => done(String(reader.result)));
    reader.addEventListener("error", () => fail(reader.error ?? new Error("The picture cannot be read")));
    reader.readAsDataURL(file);
  });

/** The logo of the documents, and a button that replaces it; the letterhead stores the picture. */
export default function LetterheadLogo({ record: letterhead, thing }: RecordPieceProps<Letterhead>) {
  const input = useRef<HTMLInputElement>(null);
  const [busy, attempt] = useAttempt();
  const path = `${thing}/${letterhead.id}`;
  const take = (file: File | undefined) =>
    file &&
    attempt(async () => {
      const newValue = await dataUrlOf(file);
      if (newValue.length > longest)
        throw new Error(
          `${file.name} is too large for a letterhead: at most ${Math.floor((longest * 3) / 4 / 1000)} kB`,
        );
      await api.put(path, { field: "logo", newValue });
      await invalidate(path);
      toast.success("Logo replaced");
    });
  return (
    <section className="fin-letterhead" style={{ borderTopColor: letterhead.colour }}>
      {letterhead.logo ? (
        <img src={letterhead.logo} alt={`Logo of ${letterhead.name}`} />
      ) : (
        <span className="sr-muted">No logo yet</span>
      )}
      {letterhead.may?.edit?.includes("logo") && (
        <>
          <input
            ref={input}
            type="file"
            hidden
            aria-label="Logo"
            accept="image/png,image/jpeg,image/svg+xml"
            onChange={({ target }) => void take(target.files?.[0])}
          />
          <Button
            loading={busy !== null}
            icon={<Icon name="upload" size={15} />}
            onClick={() => input.current?.click()}
          >
            Choose a logo
          </Button>
        </>
      )}
    </section>
  );
}
