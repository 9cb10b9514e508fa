import type { Form } from "@staffroom/form";
import { useDialogs } from "@staffroom/ui";
import type { KeyboardEvent } from "react";

type Leaving = { form: Pick<Form, "dirty" | "forget" | "submit">; close: () => void };

/** The keys of a form among the lines or texts: Ctrl+Enter saves; Esc and Cancel ask before entries are discarded. */
export function useFormKeys({ form, close }: Leaving) {
  const dialogs = useDialogs();
  const cancel = async () => {
    if (
      form.dirty &&
      !(await dialogs.ask({
        title: "Close without saving?",
        text: "Your entries for this item would be lost.",
        yes: "Close",
        no: "Keep editing",
        danger: true,
      }))
    )
      return;
    form.forget();
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const open = document.querySelector(".ant-select-open");
    if (
      event.key === "Enter" &&
      (event.ctrlKey || event.metaKey || ((event.target as HTMLElement).matches("input[inputmode]") && !open))
    )
      void form.submit();
    else if (event.key === "Escape" && !open) void cancel();
    else return;
    event.preventDefault();
  };
  return { cancel, onKeyDown };
}
