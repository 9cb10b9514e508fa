/**
 * Makes Tab leave an open multiple choice without choosing: antd would take the option under the cursor, and so add a
 * reader or tutor by accident. The listener runs before React's at its root; the browser still moves the focus, and the
 * list closes with it.
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
