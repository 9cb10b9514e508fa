import type { Field } from "@staffroom/contract";
import { colorOf } from "@staffroom/ui";

const highest = 5;

type Rating = { field: Field | undefined; value: number | null; comment?: string };

/** Ratings for reading, each as dots and in words. */
export function RatingTable({ ratings }: { ratings: readonly Rating[] }) {
  return (
    <table className="tea-grid">
      <tbody>
        {ratings.map(({ field, value, comment }) => {
          if (!field) return null;
          const { label, color } = field.options?.find((option) => option.value === value) ?? {};
          return (
            <tr key={field.name}>
              <th scope="row">{field.title}</th>
              <td className="tea-dots" aria-hidden>
                {Array.from({ length: highest }, (_, step) => (
                  <i key={step} style={value !== null && step < value ? { background: colorOf(color) } : undefined} />
                ))}
              </td>
              <td>
                {value === null ? (
                  <span className="sr-muted">not set</span>
                ) : (
                  <>
                    {value > 0 && value} {label}
                  </>
                )}
              </td>
              {comment !== undefined && <td className="sr-muted">{comment}</td>}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
