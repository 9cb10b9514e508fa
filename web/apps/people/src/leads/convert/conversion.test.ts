import { expect, test } from "vitest";
import {
  bodyOf,
  countCourses,
  fieldsOf,
  follow,
  initialOf,
  partsOf,
  sentencesOf,
  type Made,
  type Proposal,
} from "./conversion";

const proposal: Proposal = {
  leadId: 7,
  name: "Ada Lovelace",
  converted: null,
  exams: false,
  enquiries: [],
  wishes: [
    { subject: "Physics", level: "A-level" },
    { subject: "Mathematics", level: "GCSE" },
  ],
  client: { firstName: "Ada", lastName: "Lovelace", email: "ada@example.org", phone: "" },
  clients: [{ id: 3, name: "Ada Lovelace", email: "ada@example.org", phone: "", status: "active", by: ["email"] }],
  students: [
    {
      leadStudentId: 11,
      firstName: "Byron",
      lastName: "",
      birthDate: null,
      school: "",
      studentId: null,
      candidateId: null,
      known: [],
      knownCandidates: [],
    },
  ],
};
const nameOfField = ({ name }: { name: string }) => name;

test("the body has the parts by field names, an existing person only by number, and a course for each wish", () => {
  const initial = initialOf(proposal);
  expect(initial["students.0.lastName"]).toBe("Lovelace");
  const start = "2026-12-07T14:00:00Z";
  const body = bodyOf(
    {
      ...initial,
      "client.firstName": null,
      "client.lastName": null,
      "client.email": null,
      "students.0.relation": "mother",
      "courses.0.tutorId": 5,
      "courses.0.start": start,
      "courses.0.weeks": 3,
    },
    proposal,
  );
  expect(body).toEqual({
    client: { id: 3 },
    students: [{ kind: "student", firstName: "Byron", lastName: "Lovelace", relation: "mother", leadStudentId: 11 }],
    address: null,
    courses: [
      { subject: "Physics", level: "A-level", tutorId: 5, tutorial: { start, minutes: 60, weeks: 3 } },
      { subject: "Mathematics", level: "GCSE" },
    ],
    invoice: null,
  });
  expect(bodyOf({ ...initial, "invoice.fee": 120_000, "invoice.description": "Ten hours" }, proposal).invoice).toEqual({
    fee: 120_000,
    description: "Ten hours",
  });
});

test("tutors follow each course, times follow the tutor, and another subject clears both", () => {
  const drafts = {
    ...initialOf(proposal),
    "students.0.id": 4,
    "courses.1.tutorId": 5,
    "courses.1.start": "2026-12-07T14:00:00Z",
    "courses.1.minutes": "90",
  };
  const from = Object.fromEntries(fieldsOf(proposal, drafts).map(({ name, optionsFrom }) => [name, optionsFrom]));
  expect(from["courses.0.tutorId"]).toBe("/leads/conversion/tutors?subject=Physics&level=A-level&minutes=60");
  expect(from["courses.1.tutorId"]).toBe("/leads/conversion/tutors?subject=Mathematics&level=GCSE&minutes=90");
  expect(from["courses.1.start"]).toBe("/leads/conversion/times?tutor=5&minutes=90&students=4");
  expect(from).not.toHaveProperty("courses.0.start");
  expect(follow(drafts, "courses.1.level")).toMatchObject({ "courses.1.tutorId": "", "courses.1.start": "" });
  expect(follow(drafts, "courses.1.tutorId")).toMatchObject({ "courses.1.tutorId": 5, "courses.1.start": "" });
});

test("another course is added by its box, and one without a subject is left out", () => {
  const single = { ...proposal, wishes: [] };
  expect(countCourses(single, {})).toBe(1);
  const drafts = { "courses.0.subject": "Physics", "courses.0.more": true, "courses.1.more": true };
  expect(countCourses(single, drafts)).toBe(3);
  expect(partsOf(single, drafts).map(({ title }) => title)).toEqual([
    "Client",
    "Student",
    "Course 1 of 3",
    "Course 2 of 3",
    "Course 3 of 3",
    "Fee",
  ]);
  expect(bodyOf(drafts, { ...single, students: [] })).toMatchObject({
    courses: [{ subject: "Physics" }],
    students: [{ kind: "student" }],
  });
});

test("existing people are offered, and names are asked for if none is chosen", () => {
  const names = fieldsOf(proposal, initialOf(proposal)).map(nameOfField);
  expect(names).toContain("client.id");
  expect(names).not.toContain("client.firstName");
  expect(names).not.toContain("students.0.id");
  expect(fieldsOf(proposal, {}).map(nameOfField)).toContain("client.firstName");
  const doubtful = { ...proposal, clients: proposal.clients.map((one) => ({ ...one, by: ["phone"] })) };
  expect(initialOf(doubtful)["client.id"]).toBeNull();
  expect(fieldsOf(doubtful, {})[0]?.options?.[0]?.label).toBe("Ada Lovelace · ada@example.org · same number");
});

test("a student elsewhere has an address", () => {
  const drafts = { ...initialOf(proposal), "students.0.elsewhere": true, "students.0.address.line1": "2 High Street" };
  expect(fieldsOf(proposal, drafts).map(nameOfField)).toContain("students.0.address.line1");
  expect(bodyOf(drafts, proposal).students[0]).toMatchObject({ address: { line1: "2 High Street" } });
  expect(bodyOf({ ...drafts, "students.0.elsewhere": false }, proposal).students[0]).not.toHaveProperty("address");
});

test("an exam lead becomes a candidate with entries and no course", () => {
  const lead = { ...proposal, exams: true };
  const drafts = { ...initialOf(lead), "students.0.examIds": [1, 2], "students.0.relation": "mother" };
  expect(partsOf(lead, drafts).map(({ title }) => title)).toEqual(["Client", "Candidate", "Fee"]);
  expect(bodyOf(drafts, lead)).toMatchObject({
    courses: [],
    students: [{ kind: "candidate", firstName: "Byron", examIds: [1, 2] }],
  });
  expect(bodyOf(drafts, lead).students[0]).not.toHaveProperty("relation");
});

test("the sentences name the new records", () => {
  const answer: Made = {
    dry: true,
    leadId: 7,
    addressId: null,
    client: { id: 3, name: "Ada Lovelace", isNew: false },
    fee: 120_000,
    courses: [
      { id: 1, title: "A-level Physics", tutorials: 3, firstTutorial: "2026-12-07T14:00:00Z" },
      { id: 2, title: "GCSE Mathematics", tutorials: 0, firstTutorial: null },
    ],
    students: [
      {
        id: 4,
        kind: "student",
        name: "Byron Lovelace",
        isNew: true,
        ewtId: 9,
        enrolmentId: 2,
        addressId: 8,
        entries: 0,
      },
      {
        id: 5,
        kind: "candidate",
        name: "Ann Lovelace",
        isNew: false,
        ewtId: 10,
        enrolmentId: null,
        addressId: null,
        entries: 1,
      },
    ],
  };
  expect(sentencesOf(answer)).toEqual([
    "Client on record: Ada Lovelace",
    "New student: Byron Lovelace, enrolment begins, own address",
    "Candidate on record: Ann Lovelace, one entry is planned",
    "New course: A-level Physics, proposed, 3 tutorials from 07/12/26 14:00",
    "New course: GCSE Mathematics, proposed",
    "Draft invoice: £1,200.00 without VAT",
    "The lead is completed",
  ]);
});
