import type { FocusEvent, KeyboardEvent, ReactNode } from "react";
import type { useField } from "./use-field";

type State = Pick<ReturnType<typeof useField>, "enter" | "leave" | "restore" | "confirm">;

/** True if the control needs Enter itself: for a new line, an option or a day. */
const hasOwnEnter = (target: EventTarget) =>
  !(target instanceof HTMLInputElement) ||
  target.type === "checkbox" ||
  target.getAttribute("role") === "combobox" ||
  !!target.closest(".ant-picker");

type InPlaceProps = {
  state: State;
  onRestored?: () => void;
  children: ReactNode;
};

/**
 * The keys of a field that is edited in place. Esc restores the value from when it was entered or last saved by Enter;
 * Enter saves (Ctrl+Enter if Enter is a new line). Esc in an unchanged field is left to the surrounding elements.
 */
export function InPlace({ state, onRestored, children }: InPlaceProps) {
  const press = (event: KeyboardEvent) => {
    if (event.key === "Escape") {
      const isRestored = state.restore();
      if (!isRestored && !onRestored) return;
      event.stopPropagation();
      event.preventDefault();
      // The editor shows a new value only without the focus.
      if (event.target instanceof HTMLElement && event.target.isContentEditable) event.target.blur();
      onRestored?.();
    } else if (
      event.key === "Enter" &&
      !event.nativeEvent.isComposing &&
      (event.ctrlKey || event.metaKey || !hasOwnEnter(event.target))
    ) {
      event.preventDefault();
      event.stopPropagation();
      state.confirm();
    }
  };
  const leave = (event: FocusEvent<HTMLElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) state.leave();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys belong to the control in it
    <div className="sr-in-place" onFocus={state.enter} onBlur={leave} onKeyDown={press}>
      {children}
    </div>
  );
}
