import { api, invalidate } from "@staffroom/api";
import type { Answer, RecordPieceProps } from "@staffroom/contract";
import { FileButton, toast, useAttempt } from "@staffroom/ui";
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
  const [busy, attempt] = useAttempt();
  const path = `${thing}/${letterhead.id}`;
  const take = (file: File) =>
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
        <FileButton
          label="Choose a logo"
          inputLabel="Logo"
          accept="image/png,image/jpeg,image/svg+xml"
          loading={busy !== null}
          onFile={take}
        />
      )}
    </section>
  );
}
