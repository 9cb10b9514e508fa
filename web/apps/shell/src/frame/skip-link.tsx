/** Lets the keyboard skip the navigation. */
export function SkipLink() {
  return (
    <a
      className="sr-skip"
      href="#content"
      onClick={(event) => {
        event.preventDefault();
        document.getElementById("content")?.focus();
      }}
    >
      Skip to content
    </a>
  );
}
