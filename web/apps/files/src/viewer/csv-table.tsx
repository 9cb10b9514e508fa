/**
 * Parses a CSV (RFC 4180): quoted fields may contain separators and line breaks. The separator is the most frequent one
 * of its first line.
 */
function parseCsv(text: string): string[][] {
  const first = text.slice(0, text.search(/\r?\n|$/));
  const separator = [",", ";", "\t"].toSorted((a, b) => first.split(b).length - first.split(a).length)[0] ?? ",";
  const rows: string[][] = [[]];
  let field = "";
  let quoted = false;
  const close = () => {
    rows.at(-1)?.push(field);
    field = "";
  };
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] as string;
    if (quoted) {
      if (character !== '"') field += character;
      else if (text[at + 1] === '"') {
        field += '"';
        at += 1;
      } else quoted = false;
    } else if (character === '"' && field === "") quoted = true;
    else if (character === separator) close();
    else if (character === "\n") {
      close();
      rows.push([]);
    } else if (character !== "\r" && character !== "\uFEFF") field += character;
  }
  close();
  return rows.filter((row) => row.length > 1 || row[0] !== "");
}

const most = 1000;

/** Cells, and rows, with keys for React. */
const named = <Value,>(values: readonly Value[]): { value: Value; name: string }[] =>
  values.map((value, at) => ({ value, name: String(at) }));

/** A CSV as a table. */
export function CsvTable({ text, name }: { text: string; name: string }) {
  const [head = [], ...rows] = parseCsv(text);
  return (
    <>
      <table className="fil-csv" aria-label={name}>
        <thead>
          <tr>
            {named(head).map((cell) => (
              <th key={cell.name} scope="col">
                {cell.value}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {named(rows.slice(0, most)).map((row) => (
            <tr key={row.name}>
              {named(row.value).map((cell) => (
                <td key={cell.name}>{cell.value}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > most && (
        <p className="sr-muted">Only the first {most} rows are shown; download the file to read all of it.</p>
      )}
    </>
  );
}
