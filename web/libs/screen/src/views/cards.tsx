import type { ViewShown } from "@staffroom/contract";
import { controlContent, rowName } from "@staffroom/list";
import { Avatar } from "@staffroom/ui";
import { Link } from "react-router";

/** The rows of a page as cards. */
export default function Cards({ meta, rows, addressOf }: ViewShown) {
  const cards = meta.views?.cards;
  if (!cards) return null;
  const { title, lines, badge, picture } = cards;
  const column = (name: string) => meta.columns.find((one) => one.name === name);
  const titled = column(title);
  const badged = column(badge);
  return (
    <ul className="sr-cards" aria-label={meta.title}>
      {rows.map((row) => {
        const name = rowName(meta.columns, row, meta.rowKey);
        const heading = (titled && controlContent(titled, row)) || name;
        const to = addressOf?.(row);
        return (
          <li key={String(row[meta.rowKey])} className="sr-card">
            {picture && <Avatar name={name} size={36} />}
            <div>
              <div className="sr-card-name">
                {to ? <Link to={to}>{heading}</Link> : <b>{heading}</b>}
                {badged && controlContent(badged, row)}
              </div>
              {lines.map((one) => {
                const line = column(one);
                const content = line && controlContent(line, row);
                return content ? (
                  <span key={one} className="sr-muted" title={line.title}>
                    {content}
                  </span>
                ) : null;
              })}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
