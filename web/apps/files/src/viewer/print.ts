/** Opens the browser's print dialog for a PDF, in a hidden frame. */
export function printPdf(blob: Blob): void {
  const frame = document.createElement("iframe");
  const url = URL.createObjectURL(new Blob([blob], { type: "application/pdf" }));
  frame.title = "Print";
  frame.style.cssText = "position: fixed; width: 0; height: 0; border: 0; visibility: hidden";
  frame.addEventListener("load", () => frame.contentWindow?.print());
  frame.src = url;
  document.body.append(frame);
  // The dialog reads the frame while it is open.
  setTimeout(() => {
    frame.remove();
    URL.revokeObjectURL(url);
  }, 10 * 60_000);
}
