import { useConnection } from "@staffroom/api";
import { Icon } from "@staffroom/ui";

/** A notice that the server cannot be reached, with the waiting calls. */
export function ConnectionBar() {
  const { isLost, waiting } = useConnection();
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
