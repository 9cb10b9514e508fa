type Props = { id?: string; label: string; value: string; onChange: (html: string) => void };

/** The module of `@staffroom/ui` with a text area for rich text: the real one is an editor of its own, which jsdom cannot type into. */
export async function withPlainRichText(original: () => Promise<unknown>): Promise<object> {
  return {
    ...((await original()) as object),
    RichText: ({ id, label, value, onChange }: Props) => <textarea id={id} aria-label={label} value={value} onChange={(event) => onChange(event.target.value)} />,
  };
}
