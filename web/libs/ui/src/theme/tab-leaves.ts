/**
 * Makes the Tab key leave an open choice of several without choosing: antd takes the option under the cursor, so a
 * reader or a tutor is added that nobody meant. Heard before React, which hears at its root; the browser moves the
 * focus all the same, and the list closes with it.
 */
export function leaveChoicesByTab(): void {
  window.addEventListener(
    "keydown",
    (event) => {
      if (event.key === "Tab" && event.target instanceof Element && event.target.closest(".ant-select-multiple"))
        event.stopPropagation();
    },
    true,
  );
}
