import type { Answer, Field } from "@staffroom/contract";
import { formatDateTime, formatMoney } from "@staffroom/ui";
import { fieldsIf } from "../../fields-if";
import { sharedIn } from "../types";

export type Proposal = Answer<"people", "/lead/{id}/conversion">;
export type Made = Answer<"people", "/lead/{id}/convert", "post">;
type Values = Record<string, unknown>;
type Known = Proposal["clients"][number];
/** A part of the form under a heading. */
export type Part = { title: string; fields: Field[] };

const text = (name: string, title: string, help?: string): Field => ({ name, title, type: "text", help });
const box = (name: string, title: string): Field => ({ name, title, type: "boolean" });
const isBlank = (value: unknown) => value === null || value === undefined || value === "";

const labelOf = ({ name, email, by }: Known) =>
  [name, email, by.length > 0 && `same ${sharedIn(by)}`].filter(Boolean).join(" · ");
/** A field that chooses a record; false if none is known. */
const known = (name: string, title: string, persons: readonly Known[], help: string): Field | false =>
  persons.length > 0 && {
    name,
    title,
    type: "select",
    help,
    options: persons.map((one) => ({ value: one.id, label: labelOf(one) })),
  };
const addressOf = (prefix: string): Field[] => [
  text(`${prefix}.line1`, "Address, line 1"),
  text(`${prefix}.city`, "City"),
  text(`${prefix}.postcode`, "Postcode"),
];

type Pupil = Pick<Proposal["students"][number], "known" | "knownCandidates"> & { leadStudentId?: number };
const pupilsOf = ({ students }: Proposal): Pupil[] =>
  students.length ? students : [{ known: [], knownCandidates: [] }];
const isCandidate = (drafts: Values, place: number) => drafts[`students.${place}.kind`] === "candidate";

/** Returns the number of courses: one for each wish, and the added ones. */
export function countCourses({ wishes, exams }: Proposal, drafts: Values): number {
  let count = exams ? 0 : Math.max(1, wishes.length);
  while (count < 10 && drafts[`courses.${count - 1}.more`] === true) count += 1;
  return count;
}

function studentPart(lead: Proposal, pupil: Pupil, place: number, count: number, drafts: Values): Part {
  const at = `students.${place}`;
  const candidate = isCandidate(drafts, place);
  const isNew = isBlank(drafts[`${at}.id`]);
  const fields = fieldsIf(
    lead.exams && {
      name: `${at}.kind`,
      title: "Becomes",
      type: "select",
      required: true,
      options: [
        { value: "candidate", label: "Candidate" },
        { value: "student", label: "Student" },
      ],
    },
    candidate
      ? known(
          `${at}.id`,
          "Candidate on record",
          pupil.knownCandidates,
          "Choose one, or leave it empty for a new candidate",
        )
      : known(`${at}.id`, "Student on record", pupil.known, "Choose one, or leave it empty for a new student"),
    isNew && text(`${at}.firstName`, candidate ? "First name of the candidate" : "First name of the student"),
    isNew && text(`${at}.lastName`, candidate ? "Last name of the candidate" : "Last name of the student"),
    isNew && { name: `${at}.birthDate`, title: "Date of birth", type: "date" },
    candidate
      ? {
          name: `${at}.examIds`,
          title: "Entries for exams",
          type: "multiselect",
          optionsFrom: "/exam/names",
          help: "They are planned, and entered by the exams office",
        }
      : text(`${at}.relation`, "Client is to the student", "Mother, for example"),
    box(`${at}.elsewhere`, "Lives elsewhere than the client"),
    ...(drafts[`${at}.elsewhere`] === true ? addressOf(`${at}.address`) : []),
  );
  const title = candidate ? "Candidate" : "Student";
  return { title: count > 1 ? `${title} ${place + 1}` : title, fields };
}

const query = (values: Record<string, unknown>) =>
  new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)])).toString();

function coursePart(lead: Proposal, place: number, count: number, drafts: Values): Part {
  const at = `courses.${place}`;
  const [subject, level, tutor] = [drafts[`${at}.subject`], drafts[`${at}.level`], drafts[`${at}.tutorId`]];
  const typed = Number(drafts[`${at}.minutes`]);
  const minutes = Number.isInteger(typed) && typed >= 15 && typed <= 480 ? typed : 60;
  const students = pupilsOf(lead).flatMap((_, one) =>
    isBlank(drafts[`students.${one}.id`]) || isCandidate(drafts, one) ? [] : [Number(drafts[`students.${one}.id`])],
  );
  const tutors = `/leads/conversion/tutors?${query({ subject, level, minutes })}`;
  const times = `/leads/conversion/times?${query({ tutor, minutes, ...(students.length ? { students: students.join(",") } : {}) })}`;
  const isNamed = !!subject && !!level;
  const isTaught = isNamed && !!tutor;
  const fields = fieldsIf(
    {
      name: `${at}.subject`,
      title: "Subject of the course",
      type: "select",
      optionsFrom: "/system/course/subjects",
      help: "Leave it empty for no course",
    },
    { name: `${at}.level`, title: "Level of the course", type: "select", optionsFrom: "/system/course/levels" },
    isNamed && {
      name: `${at}.tutorId`,
      title: "Tutor",
      type: "select",
      optionsFrom: tutors,
      help: "Tutors of this subject and level: those with free time and fewest courses first",
    },
    isTaught && {
      name: `${at}.start`,
      title: "First tutorial",
      type: "select",
      optionsFrom: times,
      help: "Free times of the tutor. Type a day or an hour to find one",
    },
    isTaught && { name: `${at}.minutes`, title: "Minutes", type: "integer", min: 15, max: 480 },
    isTaught && { name: `${at}.weeks`, title: "Weekly tutorials to book", type: "integer", min: 1, max: 52 },
    isTaught && text(`${at}.exceptionReason`, "Reason for a tutor without checks"),
    place === count - 1 && count < 10 && !!subject && box(`${at}.more`, "Another course"),
  );
  return { title: count > 1 ? `Course ${place + 1} of ${count}` : "Course", fields };
}

/** Returns the parts of a conversion's form; field names are the paths of the values in the call's body. */
export function partsOf(lead: Proposal, drafts: Values): Part[] {
  const pupils = pupilsOf(lead);
  const courses = countCourses(lead, drafts);
  const isNew = isBlank(drafts["client.id"]);
  return [
    {
      title: "Client",
      fields: fieldsIf(
        known("client.id", "Client on record", lead.clients, "Choose one, or leave it empty for a new client"),
        isNew && text("client.firstName", "First name of the client"),
        isNew && text("client.lastName", "Last name of the client"),
        isNew && { name: "client.email", title: "Email of the client", type: "email" },
        isNew && text("client.phone", "Phone of the client"),
        ...addressOf("address"),
      ),
    },
    ...pupils.map((pupil, place) => studentPart(lead, pupil, place, pupils.length, drafts)),
    ...Array.from({ length: courses }, (_, place) => coursePart(lead, place, courses, drafts)),
    {
      title: "Fee",
      fields: [
        {
          name: "invoice.fee",
          title: "Agreed fee",
          type: "money",
          help: "In pounds without VAT. It becomes a draft invoice; leave it empty for none",
        },
        text("invoice.description", "Purpose of the fee"),
      ],
    },
  ];
}

/** Everything in the form: the values of hidden fields are kept. */
export const fieldsOf = (lead: Proposal, drafts: Values): Field[] =>
  partsOf(lead, drafts).flatMap(({ fields }) => fields);

/** Clears values that another choice invalidates: the tutor of another subject, the time of another tutor. */
export function follow(drafts: Values, name: string): Values {
  const [part, place, field = ""] = name.split(".");
  const at = `${part}.${place}`;
  if (part === "students" && field === "kind") return { ...drafts, [`${at}.id`]: "" };
  if (part !== "courses") return drafts;
  if (field === "subject" || field === "level") return { ...drafts, [`${at}.tutorId`]: "", [`${at}.start`]: "" };
  return field === "tutorId" || field === "minutes" ? { ...drafts, [`${at}.start`]: "" } : drafts;
}

/** Only a client with the same email, or with more than one match, is chosen without asking. */
const surely = (clients: readonly Known[]) =>
  clients.length === 1 && clients[0] && (clients[0].by.includes("email") || clients[0].by.length > 1)
    ? clients[0].id
    : null;

/** Returns the initial values of the form. */
export function initialOf({ client, clients, students, wishes, exams }: Proposal): Values {
  const names = {
    "client.firstName": client.firstName,
    "client.lastName": client.lastName,
    "client.email": client.email,
    "client.phone": client.phone,
  };
  const listed = students.length
    ? students
    : [{ firstName: client.firstName, lastName: client.lastName, birthDate: null, studentId: null, candidateId: null }];
  const pupils = listed.flatMap(({ firstName, lastName, birthDate, studentId, candidateId }, place) => [
    [`students.${place}.kind`, exams ? "candidate" : "student"],
    [`students.${place}.firstName`, firstName],
    [`students.${place}.lastName`, lastName || client.lastName],
    [`students.${place}.birthDate`, birthDate],
    [`students.${place}.id`, exams ? candidateId : studentId],
  ]);
  const courses = Array.from({ length: 10 }, (_, place) => [
    [`courses.${place}.subject`, wishes[place]?.subject || null],
    [`courses.${place}.level`, wishes[place]?.level || null],
    [`courses.${place}.minutes`, "60"],
    [`courses.${place}.weeks`, "1"],
  ]).flat();
  return { ...names, "client.id": surely(clients), ...(Object.fromEntries([...pupils, ...courses]) as Values) };
}

/**
 * Builds the body of the call: `{"client.id": 3}` becomes `{client: {id: 3}}`; parts without their first value are left
 * out.
 */
export function bodyOf(values: Values, lead: Proposal) {
  const part = (prefix: string) =>
    Object.fromEntries(
      Object.entries(values)
        .filter(
          ([name, value]) =>
            name.startsWith(`${prefix}.`) && !name.slice(prefix.length + 1).includes(".") && !isBlank(value),
        )
        .map(([name, value]) => [name.slice(prefix.length + 1), value]),
    );
  const withId = (person: Values): Values => (isBlank(person.id) ? person : { id: Number(person.id) });
  const home = (prefix: string) => {
    const address = part(prefix);
    return Object.keys(address).length ? address : null;
  };
  const invoice = part("invoice");
  return {
    client: withId(part("client")),
    students: pupilsOf(lead).map(({ leadStudentId }, place) => {
      const { relation, kind = "student", examIds, elsewhere, ...person } = part(`students.${place}`);
      const address = elsewhere === true ? home(`students.${place}.address`) : null;
      const exams =
        kind === "candidate" && Array.isArray(examIds) && examIds.length ? { examIds: examIds.map(Number) } : {};
      return {
        kind,
        ...withId(person),
        ...(kind === "student" && relation ? { relation } : {}),
        ...(leadStudentId ? { leadStudentId } : {}),
        ...(address ? { address } : {}),
        ...exams,
      };
    }),
    address: home("address"),
    courses: Array.from({ length: countCourses(lead, values) }, (_, place) => part(`courses.${place}`))
      .filter(({ subject }) => subject)
      .map(({ start, minutes = 60, weeks = 1, tutorId, more: _, ...course }) => ({
        ...course,
        ...(tutorId ? { tutorId: Number(tutorId) } : {}),
        ...(tutorId && start ? { tutorial: { start, minutes: Number(minutes), weeks: Number(weeks) } } : {}),
      })),
    invoice: invoice.fee ? { ...invoice, fee: Number(invoice.fee) } : null,
  };
}

const personIn = ({ kind, isNew, name }: Made["students"][number]) =>
  kind === "candidate"
    ? isNew
      ? `New candidate: ${name}`
      : `Candidate on record: ${name}`
    : isNew
      ? `New student: ${name}`
      : `Student on record: ${name}`;
const entriesIn = (count: number) => (count === 1 ? "one entry is planned" : `${count} entries are planned`);
function courseIn({ title, tutorials, firstTutorial }: Made["courses"][number]): string {
  if (!firstTutorial) return `New course: ${title}, proposed`;
  const first = formatDateTime(firstTutorial);
  return tutorials === 1
    ? `New course: ${title}, proposed, first tutorial ${first}`
    : `New course: ${title}, proposed, ${tutorials} tutorials from ${first}`;
}

/** Returns sentences that describe what a conversion creates. */
export const sentencesOf = ({ client, students, addressId, courses, fee }: Made): string[] => [
  `${client.isNew ? "New client" : "Client on record"}: ${client.name}`,
  ...students.map((one) =>
    [
      personIn(one),
      one.enrolmentId && "enrolment begins",
      one.entries > 0 && entriesIn(one.entries),
      one.addressId && "own address",
    ]
      .filter(Boolean)
      .join(", "),
  ),
  ...(addressId ? ["New address of the client"] : []),
  ...courses.map(courseIn),
  ...(fee ? [`Draft invoice: ${formatMoney(fee, "GBP")} without VAT`] : []),
  "The lead is completed",
];
