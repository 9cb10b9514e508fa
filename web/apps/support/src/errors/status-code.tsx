import { StatusTag } from "@staffroom/ui";

/** An HTTP status in its colour: 400 to 404 warning, 500 negative (platform.md 4). Nothing where no call failed. */
export function StatusCode({ status }: { status: unknown }) {
  if (typeof status !== "number" || status === 0) return null;
  const color = status >= 400 && status <= 404 ? "warning" : status === 500 ? "negative" : "grey";
  return <StatusTag label={String(status)} color={color} />;
}
