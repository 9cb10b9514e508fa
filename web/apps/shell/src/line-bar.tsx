import { useLine } from "@staffroom/api";
import { Icon } from "@staffroom/ui";

/** Says that the server cannot be reached, and what waits to be sent. */
export function LineBar() {
  const { isLost, waiting } = useLine();
  if (!isLost) return null;
  const names = waiting.map(({ label }) => label);
  return (
    <div className="sr-line" role="status">
      <Icon name="offline" size={15} />
      <span>
        <b>The server cannot be reached.</b>{" "}
        {names.length === 0
          ? "What you type is kept."
          : `${names.length === 1 ? "One change waits and is" : `${names.length} changes wait and are`} sent by itself: ${names.slice(0, 3).join(", ")}${names.length > 3 ? " and others" : ""}.`}
      </span>
    </div>
  );
}
