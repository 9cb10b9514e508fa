import { api, invalidate, useApi } from "@staffroom/api";
import type { Answer } from "@staffroom/contract";
import { Answered, attempt, formatDateTime, PageHeader, Panel, RichTextView, StatePanel, toast } from "@staffroom/ui";
import { Button } from "antd";

type Briefing = Answer<"people", "/exams/briefing">;

/** The briefing on centre assessed grades; readers confirm it, and the offices see who has. */
export default function BriefingPage() {
  const briefing = useApi<Briefing>("/exams/briefing");
  const read = (season: number) =>
    attempt(async () => {
      await api.post(`/exams/seasons/${season}/read`);
      await invalidate("/exams/briefing");
      toast.success("Your reading is recorded");
    });
  return (
    <>
      <PageHeader title="Assessed grades" />
      <Answered query={briefing} title="The briefing did not load" rows={6}>
        {({ id, title, briefing: text, read: at, readers }) =>
          id === null || !text ? (
            <StatePanel
              icon="book"
              title="There is no briefing yet"
              text="The exams office writes it in the season, under Setup."
            />
          ) : (
            <>
              <Panel
                title={title}
                extra={
                  at ? (
                    <span>Read on {formatDateTime(at)}</span>
                  ) : (
                    <Button type="primary" onClick={() => void read(id)}>
                      I have read it
                    </Button>
                  )
                }
              >
                <RichTextView html={text} />
              </Panel>
              {readers && (
                <Panel title="Read by">
                  <ul>
                    {readers.map((one) => (
                      <li key={one.name + one.at}>
                        {one.name}, {formatDateTime(one.at)}
                      </li>
                    ))}
                  </ul>
                </Panel>
              )}
            </>
          )
        }
      </Answered>
    </>
  );
}
