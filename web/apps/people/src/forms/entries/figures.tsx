import { useApi } from "@staffroom/api";
import { Chart, FigureTable } from "@staffroom/chart";
import type { Answer, Figures } from "@staffroom/contract";
import { Answered, EmptyState, formatCount, formatNumber, Panel } from "@staffroom/ui";
import type { FormRecord } from "../types";

type Answers = Answer<"people", "/form/{id}/answers/figures">;
type Question = Answers["questions"][number];

/** Returns the counts of a question's choices as figures for a chart and a table. */
const figuresOf = ({ fieldId, title, answered, choices }: Question): Figures => ({
  by: [{ name: fieldId, title, type: "text" }],
  measures: [{ name: "count", title: "Answers", type: "integer" }],
  groups: choices.map(({ value, label, count }) => ({
    keys: [value],
    texts: [label],
    currency: null,
    values: [count],
    before: null,
    filters: null,
    keyFilters: [null],
    beforeFilters: null,
  })),
  totals: [{ currency: null, values: [answered], before: null }],
  truncated: false,
  period: null,
  asOf: null,
});

/** The names of numbers, `average 3.5`, as the service returns them. */
const numbersLine = (numbers: Question["numbers"]) =>
  Object.entries(numbers ?? {})
    .map(([name, value]) => `${name} ${formatNumber(value)}`)
    .join(" · ");

/** The answers of a form question by question, combined across its versions. */
export function AnswerFigures({ form }: { form: FormRecord }) {
  const query = useApi<Answers>(`/form/${form.id}/answers/figures`);
  return (
    <Answered query={query} rows={8} panel>
      {({ entries, questions }) =>
        !questions.length ? (
          <EmptyState
            icon="chart"
            title="Nothing to chart yet"
            text="Answers that are choices, yes or no, or numbers are charted once entries were sent."
          />
        ) : (
          <div className="forms-charts sr-stack">
            <p className="sr-muted">{formatCount(entries, "entry", "entries")} that were sent</p>
            {questions.map((question) => (
              <Panel
                key={question.fieldId}
                title={question.title}
                extra={
                  <span className="sr-muted">
                    {[formatCount(question.answered, "answer", "answers"), numbersLine(question.numbers)]
                      .filter(Boolean)
                      .join(" · ")}
                  </span>
                }
              >
                {question.choices.length > 0 && (
                  <>
                    <Chart
                      label={question.title}
                      figures={figuresOf(question)}
                      kind="bars"
                      height={Math.max(120, 60 + question.choices.length * 26)}
                    />
                    <FigureTable caption={question.title} figures={figuresOf(question)} onPick={() => undefined} />
                  </>
                )}
              </Panel>
            ))}
          </div>
        )
      }
    </Answered>
  );
}
