import { Navigate, useParams } from "react-router";
import { leads } from "./types";

/** The legacy address of the list with a lead open over it. */
export default function LeadBeside() {
  const { id = "" } = useParams();
  return <Navigate to={`${leads}?lead=${encodeURIComponent(id)}`} replace />;
}
