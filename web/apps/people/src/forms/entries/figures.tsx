import { useApi } from "@staffroom/api";
import { Chart, FigureTable } from "@staffroom/chart";
import type { Figures } from "@staffroom/contract";
import { Answered, EmptyState, formatCount, Panel } from "@staffroom/ui";
import type { FormRecord } from "../types";

type Question = { fieldId: string; title: string; type: string; answered: number; values: { value: unknown; label: string; count: number }[]; average?: number | null; least?: number | null; most?: number | null };

/** The counts of a question's values as figures, which a chart and a table draw. */
const figuresOf = ({ fieldId, title, answered, values }: Question): Figures => ({
  by: [{ name: fieldId, title, type: "text" }],
  measures: [{ name: "count", title: "Answers", type: "integer" }],
  groups: values.map(({ value, label, count }) => ({
    keys: [value as string], texts: [label], currency: null, values: [count], before: null, filters: null, keyFilters: [null], beforeFilters: null,
  })),
  totals: [{ currency: null, values: [answered], before: null }],
  truncated: false, period: null, asOf: null,
});

/** The answers of a form question by question, joined over its versions. */
export function AnswerFigures({ form }: { form: FormRecord }) {
  const query = useApi<{ entries: number; questions: Question[] }>(`/form/${form.id}/answers/figures`);
  return (
    <Answered query={query} rows={8} panel>
      {({ entries, questions }) => !questions.length ? <EmptyState icon="chart" title="Nothing to chart yet" text="Answers that are choices, yes or no, or numbers are charted once entries were sent." /> : (
        <div className="forms-charts">
          <p className="sr-muted">{formatCount(entries, "entry", "entries")} that were sent</p>
          {questions.map((question) => (
            <Panel key={question.fieldId} title={question.title} extra={<span className="sr-muted">{formatCount(question.answered, "answer", "answers")}{typeof question.average === "number" ? ` · average ${question.average}` : ""}</span>}>
              <Chart label={question.title} figures={figuresOf(question)} kind="bars" height={Math.max(120, 60 + question.values.length * 26)} />
              <FigureTable caption={question.title} figures={figuresOf(question)} onPick={() => undefined} />
            </Panel>
          ))}
        </div>
      )}
    </Answered>
  );
}
