import { useLocation, useNavigate } from "react-router";

/** Return a function that closes a screen: it leads to where the screen was opened from, else to `home`. */
export function useClose(home: string): () => void {
  const { key } = useLocation();
  const navigate = useNavigate();
  // The first address of a tab has nothing behind it.
  return () => void (key === "default" ? navigate(home) : navigate(-1));
}
