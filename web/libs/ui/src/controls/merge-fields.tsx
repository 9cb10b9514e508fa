/** The merge fields of a template, with the meaning of each. */
export function MergeFields({ fields }: { fields: Readonly<Record<string, string>> }) {
  return (
    <section className="sr-merge">
      <h2>Merge fields</h2>
      <ul>
        {Object.entries(fields).map(([name, meaning]) => (
          <li key={name}>
            <code>{`{{${name}}}`}</code> {meaning}
          </li>
        ))}
      </ul>
    </section>
  );
}
