import { Navigate, useParams } from "react-router";

/** The old address of a checklist of evidence: it is a checklist as any other. */
export default function Evidence() {
  const { checklistId = "" } = useParams();
  return <Navigate replace to={`/checklists/${checklistId}/steps`} />;
}
