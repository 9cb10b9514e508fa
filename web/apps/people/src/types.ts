/** What a profile's answer holds beyond its fields (`services/people`, queries of persons and courses). */

export type Course = {
  id: number;
  board: string | null;
  level: string;
  subject: string;
  type: string;
  status: string;
  cwsId?: number;
  studentStatus?: string;
  reachGrade?: string | null;
  matchGrade?: string | null;
  safetyGrade?: string | null;
  previousGrade?: string | null;
};
export type Linked = { id: number; linkId?: number; name: string; status: string; email?: string; relation?: string; pays?: boolean };
export type Subject = { id: number; board: string | null; level: string; subject: string; note: string };
export type Address = { id: number; title: string; primary: boolean };
export type Hit = { kind: string; id: number; title: string; detail: string; status: string; target: string };

/** The two ways a page names a kind of person: in its paths, and in what refers to it. */
export type Kind = "student" | "tutor" | "staff" | "client" | "candidate" | "invigilator" | "agent";
