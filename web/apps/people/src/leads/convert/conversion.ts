import type { Answer, Field } from "@staffroom/contract";
import { formatMoney } from "@staffroom/ui";

export type Proposal = Answer<"people", "/lead/{id}/conversion">;
export type Tutor = Answer<"people", "/leads/conversion/tutors">[number];
export type Made = Answer<"people", "/lead/{id}/convert", "post">;
type Values = Record<string, unknown>;

const text = (name: string, title: string, required = false): Field => ({ name, title, type: "text", required });
const known = (name: string, title: string, persons: readonly { id: number; name: string; email: string }[], help: string): Field[] =>
  persons.length ? [{ name, title, type: "select", help, options: persons.map(({ id, name: label, email }) => ({ value: id, label: email ? `${label} · ${email}` : label })) }] : [];

/** The fields of the conversion of a lead; their names are the paths of the values in the body of the call. */
export function fieldsOf({ clients, students, subjects, levels }: Proposal, tutors: readonly Tutor[]): Field[] {
  const listed = students.length ? students : [undefined];
  return [
    ...known("client.id", "Client on record", clients, "Choose one, or leave it empty for a new client"),
    text("client.firstName", "First name of the client"), text("client.lastName", "Last name of the client"),
    { name: "client.email", title: "Email of the client", type: "email" }, text("client.phone", "Phone of the client"),
    text("address.line1", "Address, line 1"), text("address.city", "City"), text("address.postcode", "Postcode"),
    ...listed.flatMap((student, place) => {
      const of = listed.length > 1 ? `student ${place + 1}` : "the student";
      return [
        ...known(`students.${place}.id`, `Record of ${of}`, student?.known ?? [], "Choose one, or leave it empty for a new student"),
        text(`students.${place}.firstName`, `First name of ${of}`), text(`students.${place}.lastName`, `Last name of ${of}`),
        { name: `students.${place}.birthDate`, title: `Date of birth of ${of}`, type: "date" } satisfies Field,
        text(`students.${place}.relation`, `Client is to ${of}`),
      ];
    }),
    { name: "course.subject", title: "Subject of the course", type: "select", optionsFrom: "/system/course/subjects", help: subjects.length ? `Asked for: ${subjects.join(", ")}` : "Leave it empty for no course" },
    { name: "course.level", title: "Level of the course", type: "select", optionsFrom: "/system/course/levels", help: levels.length ? `Asked for: ${levels.join(", ")}` : undefined },
    ...(tutors.length ? [{
      name: "course.tutorId", title: "Tutor", type: "select", help: "Tutors of this subject and level, those with fewest courses first",
      options: tutors.map(({ value, label, courses, lacksChecks }) => ({ value, label: `${label} · ${courses} courses${lacksChecks ? " · checks missing" : ""}` })),
    } satisfies Field, text("course.exceptionReason", "Reason for a tutor without checks")] : []),
    { name: "invoice.fee", title: "Agreed fee", type: "money", help: "In pounds without VAT. A draft invoice is made of it; leave it empty for none" },
    text("invoice.description", "What the fee is for"),
  ];
}

/** The values that the form begins with. */
export function initialOf({ client, clients, students, subjects, levels }: Proposal): Values {
  const names = { "client.firstName": client.firstName, "client.lastName": client.lastName, "client.email": client.email, "client.phone": client.phone };
  const listed = students.length ? students : [{ firstName: client.firstName, lastName: client.lastName, birthDate: null, studentId: null }];
  const entries = listed.flatMap(({ firstName, lastName, birthDate, studentId }, place) => [
    [`students.${place}.firstName`, firstName], [`students.${place}.lastName`, lastName || client.lastName], [`students.${place}.birthDate`, birthDate], [`students.${place}.id`, studentId],
  ]);
  return { ...names, "client.id": clients.length === 1 ? clients[0]?.id : null, ...(Object.fromEntries(entries) as Values), "course.subject": subjects[0] ?? null, "course.level": levels[0] ?? null };
}

const isBlank = (value: unknown) => value === null || value === undefined || value === "";

/** The body of the call: `{"client.id": 3}` is `{client: {id: 3}}`; parts without their first value are left out. */
export function bodyOf(values: Values, { students }: Proposal) {
  const part = (prefix: string) => Object.fromEntries(Object.entries(values).filter(([name, value]) => name.startsWith(`${prefix}.`) && !isBlank(value)).map(([name, value]) => [name.slice(prefix.length + 1), value]));
  const withId = (person: Values): Values => (isBlank(person.id) ? person : { id: Number(person.id) });
  const [address, course, invoice] = [part("address"), part("course"), part("invoice")];
  const places = students.length ? students.map(({ leadStudentId }, place) => ({ leadStudentId, place })) : [{ leadStudentId: undefined, place: 0 }];
  return {
    client: withId(part("client")),
    students: places.map(({ leadStudentId, place }) => {
      const { relation, ...person } = part(`students.${place}`);
      return { ...withId(person), ...(relation ? { relation } : {}), ...(leadStudentId ? { leadStudentId } : {}) };
    }),
    address: address.line1 || address.postcode ? address : null,
    course: course.subject ? { ...course, ...(course.tutorId ? { tutorId: Number(course.tutorId) } : {}) } : null,
    invoice: invoice.fee ? { ...invoice, fee: Number(invoice.fee) } : null,
  };
}

/** The sentences that say what a conversion makes. */
export const sentencesOf = ({ client, students, addressId, course, fee }: Made): string[] => [
  `${client.isNew ? "New client" : "Client on record"}: ${client.name}`,
  ...students.map(({ isNew, name, enrolmentId }) => `${isNew ? "New student" : "Student on record"}: ${name}${enrolmentId ? ", enrolment begins" : ""}`),
  ...(addressId ? ["New address of the client"] : []),
  ...(course ? [`New course: ${course.title}, proposed`] : []),
  ...(fee ? [`Draft invoice: ${formatMoney(fee, "GBP")} without VAT`] : []),
  "The lead is completed",
];
