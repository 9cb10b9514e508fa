import { useListPage } from "@staffroom/api";
import type { RecordPieceProps } from "@staffroom/contract";
import { ListScreen } from "@staffroom/list";
import { Facts, formatDateTime } from "@staffroom/ui";
import { Part } from "../parts/part";
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
        <Part title="As tutors read it">
          <TermsText terms={{ title: record.title ?? "", body: record.body ?? "", fileIds: record.fileIds ?? [] }} />
        </Part>
      )}
      <Versions terms={record} />
      <Part title="Answers">
        <ListScreen
          path="/tutor-terms/acceptances"
          fixed={{ termsId: String(id) }}
          embedded={{ height: 320 }}
          emptyText="No tutor has answered this version yet."
        />
      </Part>
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
    <Part title="Versions of this year">
      <ul className="tea-versions">
        {rows.map((row) => (
          <li key={Number(row.id)}>
            <a href={`#/tutor-terms?terms=${Number(row.id)}`}>Version {Number(row.termsVersion)}</a>,{" "}
            {String(row.status)}
          </li>
        ))}
      </ul>
    </Part>
  );
}
