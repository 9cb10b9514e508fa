import type { ComponentProps, ReactNode } from "react";

type PartProps = Omit<ComponentProps<"section">, "title"> & {
  title: ReactNode;
  /** Next to the title. */
  tools?: ReactNode;
};

/** A part of a record or screen, with its heading. */
export function Part({ title, tools, children, ...section }: PartProps) {
  return (
    <section {...section} className="tea-part">
      {tools === undefined ? (
        <h2>{title}</h2>
      ) : (
        <div className="tea-part-head">
          <h2>{title}</h2>
          {tools}
        </div>
      )}
      {children}
    </section>
  );
}
