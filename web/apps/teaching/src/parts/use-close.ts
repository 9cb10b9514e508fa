import { useLocation, useNavigate } from "react-router";

/** Return a function that closes a screen: it returns to the previous address, else to `home`. */
export function useClose(home: string): () => void {
  const { key } = useLocation();
  const navigate = useNavigate();
  // A tab's first address has no previous one.
  return () => void (key === "default" ? navigate(home) : navigate(-1));
}
