import { LoadingState } from "@staffroom/ui";
import { useEffect } from "react";
import { useParams } from "react-router";

/** The legacy address of a teacher's link: the page without script has the questions. */
export default function ReferenceLink() {
  const { secret = "" } = useParams();
  useEffect(() => window.location.replace(`/api/v1/public/examreference/${encodeURIComponent(secret)}`), [secret]);
  return <LoadingState rows={3} />;
}
