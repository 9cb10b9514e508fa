import { Icon } from "@staffroom/ui";
import { Button } from "antd";
import type { SaveState } from "./use-autosave";

const texts: Readonly<Record<SaveState, string>> = {
  saved: "Saved",
  typing: "Not saved yet",
  saving: "Saving…",
  waiting: "Saved on this device. It is sent once the server can be reached.",
  failed: "Not saved",
};

/** Says whether what was typed has reached the server. */
export function SaveMark({ state, problem, onRetry }: { state: SaveState; problem?: string; onRetry: () => void }) {
  return (
    <span className="forms-save" data-state={state} role="status">
      <Icon
        name={
          state === "waiting" ? "offline" : state === "failed" ? "warning" : state === "saved" ? "check" : "refresh"
        }
        size={14}
      />
      <span>
        {texts[state]}
        {state === "failed" && problem ? `: ${problem}` : ""}
      </span>
      {state === "failed" && (
        <Button size="small" onClick={onRetry}>
          Retry
        </Button>
      )}
    </span>
  );
}
