/** The words a template may say in double braces, and what is put in for each. */
export function MergeFields({ fields }: { fields: Readonly<Record<string, string>> }) {
  return (
    <section className="sr-merge">
      <h3>Merge fields</h3>
      <ul>
        {Object.entries(fields).map(([name, meaning]) => <li key={name}><code>{`{{${name}}}`}</code> {meaning}</li>)}
      </ul>
    </section>
  );
}
