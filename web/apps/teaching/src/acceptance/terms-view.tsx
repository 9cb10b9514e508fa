import { useListPage } from "@staffroom/api";
import type { RecordPieceProps } from "@staffroom/contract";
import { ListScreen } from "@staffroom/list";
import { Facts, formatDateTime } from "@staffroom/ui";
import "./style.css";
import { TermsText } from "./terms-text";
import type { TutorTerms } from "./types";

const versionsShown = 10;

/** A version of terms: the tutors' text, the other versions of the year, and the answers. */
export default function TermsView({ record }: RecordPieceProps<TutorTerms>) {
  const { termsVersion, department, published, publishedBy, acceptances, rejections, id } = record;
  return (
    <>
      <Facts
        facts={{
          Version: termsVersion,
          Department: department,
          Published: published && `${formatDateTime(published)}, by ${publishedBy}`,
          Accepted: `${acceptances} tutors`,
          Rejected: rejections ? `${rejections} tutors` : "",
        }}
      />
      {(record.fileIds?.length > 0 || record.body) && (
        <section className="tea-part">
          <h2>As tutors read it</h2>
          <TermsText terms={{ title: record.title ?? "", body: record.body ?? "", fileIds: record.fileIds ?? [] }} />
        </section>
      )}
      <Versions terms={record} />
      <section className="tea-part">
        <h2>Answers</h2>
        <ListScreen
          path="/tutor-terms/acceptances"
          fixed={{ termsId: String(id) }}
          embedded={{ height: 320 }}
          emptyText="No tutor has answered this version yet."
        />
      </section>
    </>
  );
}

function Versions({ terms }: { terms: TutorTerms }) {
  const query = useListPage("/tutor-terms", {
    departmentId: terms.departmentId,
    academicYearId: terms.academicYearId,
    sort: "-created",
    page: 1,
    pageSize: versionsShown,
  });
  const rows = query.data?.data ?? [];
  return rows.length < 2 ? null : (
    <section className="tea-part">
      <h2>Versions of this year</h2>
      <ul className="tea-versions">
        {rows.map((row) => (
          <li key={Number(row.id)}>
            <a href={`#/tutor-terms?terms=${Number(row.id)}`}>Version {Number(row.termsVersion)}</a>,{" "}
            {String(row.status)}
          </li>
        ))}
      </ul>
    </section>
  );
}
