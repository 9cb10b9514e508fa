import { expect, test } from "vitest";
import { bodyOf, fieldsOf, initialOf, sentencesOf, type Made, type Proposal } from "./conversion";

const proposal: Proposal = {
  leadId: 7, name: "Ada Lovelace", converted: null, subjects: ["Physics"], levels: ["A-level"], enquiries: [],
  client: { firstName: "Ada", lastName: "Lovelace", email: "ada@example.org", phone: "" },
  clients: [{ id: 3, name: "Ada Lovelace", email: "ada@example.org", status: "active" }],
  students: [{ leadStudentId: 11, firstName: "Byron", lastName: "", birthDate: null, school: "", studentId: null, known: [] }],
};

test("the body has the parts by the names of the fields, a person on record by the number alone", () => {
  const initial = initialOf(proposal);
  expect(initial["students.0.lastName"]).toBe("Lovelace");
  const body = bodyOf({ ...initial, "students.0.relation": "mother", "course.tutorId": 5 }, proposal);
  expect(body).toEqual({
    client: { id: 3 },
    students: [{ firstName: "Byron", lastName: "Lovelace", relation: "mother", leadStudentId: 11 }],
    address: null,
    course: { subject: "Physics", level: "A-level", tutorId: 5 },
    invoice: null,
  });
  expect(bodyOf({ ...initial, "invoice.fee": 120_000, "invoice.description": "Ten hours" }, proposal).invoice).toEqual({ fee: 120_000, description: "Ten hours" });
});

test("without a subject there is no course, and persons are offered where there are some", () => {
  const names = fieldsOf(proposal, []).map(({ name }) => name);
  expect(names).toContain("client.id");
  expect(names).not.toContain("students.0.id");
  expect(bodyOf({ "client.firstName": "Ada" }, { ...proposal, students: [] })).toMatchObject({ course: null, students: [{}] });
});

test("the sentences say what is new", () => {
  const answer: Made = {
    dry: true, leadId: 7, addressId: null, client: { id: 3, name: "Ada Lovelace", isNew: false }, course: { id: 1, title: "A-level Physics" }, fee: 120_000,
    students: [{ id: 4, name: "Byron Lovelace", isNew: true, ewtId: 9, enrolmentId: 2 }],
  };
  expect(sentencesOf(answer)).toEqual(["Client on record: Ada Lovelace", "New student: Byron Lovelace, enrolment begins", "New course: A-level Physics, proposed", "Draft invoice: £1,200.00 without VAT", "The lead is completed"]);
});
