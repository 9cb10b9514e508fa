import { Navigate, useParams } from "react-router";

/** The legacy address of a checklist of evidence: now an ordinary checklist. */
export default function Evidence() {
  const { checklistId = "" } = useParams();
  return <Navigate replace to={`/checklists/${checklistId}/steps`} />;
}
