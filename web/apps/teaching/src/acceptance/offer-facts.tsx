import { ChoiceTag } from "@staffroom/screen";
import { Facts, formatDate, formatDateTime } from "@staffroom/ui";
import type { Offer } from "./types";

const dates = ({ starts, ends }: Offer) =>
  [starts && `from ${formatDate(starts)}`, ends && `until ${formatDate(ends)}`].filter(Boolean).join(" ");

/** The offered tuition, and the answer. */
export function OfferFacts({ offer, forOffice }: { offer: Offer; forOffice?: boolean }) {
  const {
    course,
    students,
    hours,
    rate,
    note,
    reason,
    answered,
    answeredBy,
    answeredFor,
    tutor,
    offered,
    offeredBy,
    terms,
  } = offer;
  return (
    <Facts
      facts={{
        Tutor: forOffice && tutor.name,
        Course: course.title,
        Type: course.type && <ChoiceTag of="/courses/columns" name="type" value={course.type} />,
        Department: course.department,
        Students: students.map(({ name }) => name).join(", ") || "None yet",
        Hours: hours ?? "To be agreed",
        Rate: rate || "To be agreed",
        Dates: dates(offer) || "To be agreed",
        Note: note,
        Offered: `${formatDateTime(offered)}${offeredBy ? `, by ${offeredBy}` : ""}`,
        Answered: answered && `${formatDateTime(answered)}, by ${answeredBy}${answeredFor ? " for the tutor" : ""}`,
        Reason: reason,
        Terms:
          forOffice &&
          (terms
            ? `${terms.title}, version ${terms.version}: ${terms.accepted ? `accepted ${formatDate(terms.accepted)}` : "not accepted yet"}`
            : "None are published for the department and year"),
      }}
    />
  );
}
