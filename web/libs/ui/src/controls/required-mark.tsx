/** The star after the label of a required field. */
export const RequiredMark = () => (
  <span className="sr-required" aria-hidden>
    {" "}
    *
  </span>
);
