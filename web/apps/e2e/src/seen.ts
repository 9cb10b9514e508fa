import type { TestInfo } from "@playwright/test";
import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** A part of a screen (its kind, then its controls, one per line) at a place; or an opener that was pressed. */
type Note = { place: string; part: string } | { pressed: string };

const kindOf = (part: string) => part.split("\n", 1)[0] ?? "";
const numbered = (text: string) => text.replaceAll(/\d+/g, "#");

/**
 * The elements that the walks of this run have checked, so that equal ones are checked at every width only once. Walks
 * run in several workers: a walk begins with the results that earlier ones have reported. A walk that found a fault
 * reports nothing, so that its retry checks everything again.
 */
export class Seen {
  private readonly parts = new Map<string, Set<string>[]>();
  private readonly exactly = new Set<string>();
  private readonly pressed = new Set<string>();
  private readonly notes: Note[] = [];
  private readonly file: string;

  /** Playwright empties the folder of the file at the beginning of a run. */
  constructor(info: TestInfo) {
    this.file = join(info.project.outputDir, "seen.jsonl");
    if (!existsSync(this.file)) return;
    for (const line of readFileSync(this.file, "utf8").split("\n")) if (line) this.keep(JSON.parse(line) as Note);
  }

  private keep(note: Note): void {
    if ("pressed" in note) {
      this.pressed.add(note.pressed);
      return;
    }
    this.exactly.add(note.part);
    const at = `${note.place} ${kindOf(note.part)}`;
    this.parts.set(at, [...(this.parts.get(at) ?? []), new Set(note.part.split("\n"))]);
  }

  /**
   * Whether each part was checked with these controls, or at this place with more: an account with fewer rights sees
   * fewer.
   */
  has(place: string, parts: readonly string[]): boolean {
    return parts.every((part) => {
      if (this.exactly.has(part)) return true;
      const controls = part.split("\n");
      return !!this.parts
        .get(`${numbered(place)} ${kindOf(part)}`)
        ?.some((seen) => controls.every((one) => seen.has(one)));
    });
  }

  /** Records parts that were checked at every width. */
  add(place: string, parts: readonly string[]): void {
    for (const part of new Set(parts)) this.note({ place: numbered(place), part });
  }

  /** Records an opener; returns false if it was pressed before. */
  press(opener: string): boolean {
    const pressed = numbered(opener);
    if (this.pressed.has(pressed)) return false;
    this.note({ pressed });
    return true;
  }

  private note(note: Note): void {
    this.keep(note);
    this.notes.push(note);
  }

  /** Reports the results to later walks. */
  tell(): void {
    mkdirSync(dirname(this.file), { recursive: true });
    appendFileSync(
      this.file,
      this.notes
        .splice(0)
        .map((note) => `${JSON.stringify(note)}\n`)
        .join(""),
    );
  }
}
