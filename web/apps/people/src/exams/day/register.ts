import { api, createStore, errorText, maySucceedLater, newKey, onReconnect, unsentKey } from "@staffroom/api";
import type { Answer, RowOf } from "@staffroom/contract";
import { keep, readKept } from "@staffroom/ui";

/**
 * A mark as it is made here: the server recognises a repeated one by its key, and the later `at` of two marks counts.
 */
export type Mark = { key: string; seatId: number; mark: MarkName; at: string };
export type MarkName = "present" | "late" | "absent" | "expected" | "identity" | "noIdentity";
type Marked = Answer<"people", "/exams/register", "post">[number];
/** An incident as it is recorded here: the server counts a repeated one once, by its key. */
export type Incident = { key: string; sessionId: number; text: string; witness: string; at: string };
type Waiting = {
  marks: readonly Mark[];
  refused: readonly Marked[];
  incidents: readonly Incident[];
  /** Incidents that the server refused, each with the reason. */
  lost: readonly (Incident & { error: string })[];
  isSending: boolean;
};
/** A seat of today. */
export type Seat = RowOf<"people", "/exams/day">;

const listOf = <T>(kept: readonly T[] | null | undefined): readonly T[] => (Array.isArray(kept) ? kept : []);
const waits = [3000, 6000, 15_000, 30_000];
const most = 200;

/** One user's register on this device: marks and incidents stay in the browser until the server has them. */
export class Register {
  readonly state = createStore<Waiting>({ marks: [], refused: [], incidents: [], lost: [], isSending: false });
  private readonly key: string;
  private readonly incidentKey: string;
  private tries = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    userId: number,
    private readonly onTaken: () => void = () => undefined,
  ) {
    this.key = unsentKey(userId, "register");
    this.incidentKey = unsentKey(userId, "incidents");
    this.state.set({
      marks: listOf(readKept<Mark[]>(this.key)),
      refused: [],
      incidents: listOf(readKept<Incident[]>(this.incidentKey)),
      lost: [],
      isSending: false,
    });
    onReconnect(() => void this.send());
  }

  mark(seatId: number, mark: MarkName, at = new Date()): void {
    this.set({ marks: [...this.state.get().marks, { key: newKey(), seatId, mark, at: at.toISOString() }] });
    void this.send();
  }

  /** Records an incident; `at` defaults to now. */
  incident({ at, ...incident }: Omit<Incident, "key" | "at"> & { at?: string }): void {
    this.set({
      incidents: [...this.state.get().incidents, { ...incident, at: at ?? new Date().toISOString(), key: newKey() }],
    });
    void this.send();
  }

  /** Sends what waits until everything is sent, or the server cannot be reached. */
  async send(): Promise<void> {
    clearTimeout(this.timer);
    const { isSending, marks, incidents } = this.state.get();
    if (isSending || marks.length + incidents.length === 0) return;
    this.set({ isSending: true });
    if (await this.sendMarks()) await this.sendIncidents();
    this.set({ isSending: false });
  }

  /** True if the server could be reached. */
  private async sendMarks(): Promise<boolean> {
    while (this.state.get().marks.length) {
      const batch = this.state.get().marks.slice(0, most);
      try {
        const answers = await api.post<Marked[]>("/exams/register", { marks: batch });
        this.tries = 0;
        this.taken(
          batch,
          answers.filter(({ error }) => error),
        );
      } catch (error) {
        if (maySucceedLater(error)) return this.tryLater();
        // A batch that is refused as a whole would be refused forever.
        const text = errorText(error);
        this.taken(
          batch,
          batch.map(({ key, seatId }) => ({
            key,
            seatId,
            status: "",
            identityChecked: false,
            counted: false,
            error: text,
          })),
        );
      }
    }
    return true;
  }

  /** One after the other, in chronological order: each has a key, so that it counts once. */
  private async sendIncidents(): Promise<boolean> {
    for (;;) {
      const [next] = this.state.get().incidents;
      if (!next) return true;
      const { key, sessionId, ...body } = next;
      let lost: Waiting["lost"] = [];
      try {
        await api.post(`/exams/sessions/${sessionId}/incident`, body, { idempotencyKey: key });
        this.tries = 0;
      } catch (error) {
        if (maySucceedLater(error)) return this.tryLater();
        lost = [{ ...next, error: errorText(error) }];
      }
      const now = this.state.get();
      this.set({ incidents: now.incidents.filter((one) => one.key !== key), lost: [...now.lost, ...lost] });
      this.onTaken();
    }
  }

  private tryLater(): false {
    this.timer = setTimeout(() => void this.send(), waits[Math.min(this.tries, waits.length - 1)]);
    this.tries += 1;
    return false;
  }

  forgetRefused(): void {
    this.set({ refused: [], lost: [] });
  }

  private taken(batch: readonly Mark[], refused: readonly Marked[]): void {
    const keys = new Set(batch.map(({ key }) => key));
    const now = this.state.get();
    this.set({ marks: now.marks.filter(({ key }) => !keys.has(key)), refused: [...now.refused, ...refused] });
    this.onTaken();
  }

  private set(change: Partial<Waiting>): void {
    this.state.set({ ...this.state.get(), ...change });
    const { marks, incidents } = this.state.get();
    keep(this.key, marks.length ? marks : null);
    keep(this.incidentKey, incidents.length ? incidents : null);
  }
}

/** True if the board must be told of a candidate who arrives now, or arrived that late. */
export const isVeryLate = ({ veryLateFrom, status }: Pick<Seat, "veryLateFrom" | "status">, now: Date): boolean =>
  !!veryLateFrom && (status === "expected" || status === "late") && now.getTime() >= Date.parse(veryLateFrom);

/** Returns the seats with the unsent marks applied. */
export function withMarks<T extends { id: number; status: string; identityChecked: boolean }>(
  seats: readonly T[],
  marks: readonly Mark[],
): T[] {
  return seats.map((seat) =>
    marks
      .filter(({ seatId }) => seatId === seat.id)
      .reduce<T>((now, { mark }) => {
        if (mark === "identity" || mark === "noIdentity") return { ...now, identityChecked: mark === "identity" };
        return { ...now, status: mark };
      }, seat),
  );
}

const dayKey = (userId: number) => unsentKey(userId, "day");
/** Returns today's seats as they were last loaded, for an offline device; none from another day. */
export function keptDay(userId: number, today: string): Seat[] | null {
  const kept = readKept<{ day: string; seats: Seat[] }>(dayKey(userId));
  return kept?.day === today ? kept.seats : null;
}
export const keepDay = (userId: number, today: string, seats: readonly Seat[]): void =>
  keep(dayKey(userId), { day: today, seats });

const open = new Map<number, Register>();
/** Returns a user's register, which continues to send after the page is left. */
export function registerOf(userId: number, onTaken: () => void): Register {
  const one = open.get(userId) ?? new Register(userId, onTaken);
  open.set(userId, one);
  return one;
}
