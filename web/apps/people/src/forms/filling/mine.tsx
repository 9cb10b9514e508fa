import { useApi } from "@staffroom/api";
import { Answered, EmptyState, formatDateTime, formatDue, Icon, PageHeader, Panel, StatusTag } from "@staffroom/ui";
import type { ReactNode } from "react";
import { Link, useParams } from "react-router";
import { formAddress } from "../address";
import { states } from "../entries/status";
import type { Entry, Mine } from "../types";
import "../style.css";

const isLate = (deadline: string | null | undefined) => !!deadline && Date.parse(deadline) < Date.now();

/** `/forms/:staff?`: the signed-in user's forms, to fill in, open and sent. */
export function MyForms() {
  const { staff } = useParams();
  return <Forms title="Forms" isStaff={!!staff} />;
}

/** `/formsv2`: the same without the forms of the first generation. */
export const MyFormsV2 = () => <Forms title="Forms" generation={2} />;

function Forms({ title, generation, isStaff = false }: { title: string; generation?: number; isStaff?: boolean }) {
  const query = useApi<Mine>("/forms/mine", { generation });
  return (
    <>
      <PageHeader title={title} />
      <Answered query={query} panel>
        {({ toFill, open: offered, sent }) => {
          // A form that was begun is among those to fill in.
          const open = offered.filter(({ entryId }) => !entryId || !toFill.some((one) => one.entryId === entryId));
          return (
            <div className="forms-mine sr-stack">
              <Panel title="To fill in">
                {!toFill.length && (
                  <EmptyState
                    compact
                    icon="check"
                    title="Nothing to fill in"
                    text="Forms that you are asked to fill in appear here with their deadline."
                  />
                )}
                {toFill.length > 0 && (
                  <ul className="sr-bare">
                    {toFill.map((one) => (
                      <FormRow
                        key={`${one.requestId ?? ""}-${one.entryId ?? ""}-${one.formId}`}
                        to={formAddress(one, isStaff)}
                        title={one.title}
                        notes={
                          <>
                            {one.about && <small>About {one.about.name}</small>}
                            {one.note && <small>{one.note}</small>}
                            {one.state === "returned" && <small className="forms-late">Returned: {one.reason}</small>}
                          </>
                        }
                      >
                        {one.deadline && (
                          <small className={isLate(one.deadline) ? "forms-late" : undefined}>
                            <Icon name="clock" size={13} /> {isLate(one.deadline) ? "" : "Due "}
                            {formatDue(one.deadline)}
                          </small>
                        )}
                        <Go>{one.state === "sign" ? "Sign" : one.entryId ? "Continue" : "Fill in"}</Go>
                      </FormRow>
                    ))}
                  </ul>
                )}
              </Panel>
              {open.length > 0 && (
                <Panel title="Open forms">
                  <ul className="sr-bare">
                    {open.map((one) => (
                      <FormRow
                        key={one.formId}
                        to={formAddress(one, isStaff)}
                        title={one.title}
                        notes={one.description && <small>{one.description}</small>}
                      >
                        <Go>{one.entryId ? "Continue" : "Fill in"}</Go>
                      </FormRow>
                    ))}
                  </ul>
                </Panel>
              )}
              {sent.length > 0 && (
                <Panel title="Sent">
                  <ul className="sr-bare">
                    {sent.map((one) => {
                      const state = states[one.state as Entry["status"]];
                      const notes = [
                        one.about && `About ${one.about.name}`,
                        one.submitted && formatDateTime(one.submitted),
                      ];
                      return (
                        <FormRow
                          key={one.entryId}
                          to={formAddress(one, isStaff)}
                          title={one.title}
                          notes={<small>{notes.filter(Boolean).join(" · ")}</small>}
                        >
                          <StatusTag label={state.status} color={state.type} />
                        </FormRow>
                      );
                    })}
                  </ul>
                </Panel>
              )}
            </div>
          );
        }}
      </Answered>
    </>
  );
}

type RowProps = { to: string; title: string; notes: ReactNode; children: ReactNode };

/** A form as a link: title and notes, then its deadline or state. */
const FormRow = ({ to, title, notes, children }: RowProps) => (
  <li>
    <Link to={to}>
      <span>
        <b>{title}</b>
        {notes}
      </span>
      <span className="forms-when">{children}</span>
    </Link>
  </li>
);

const Go = ({ children }: { children: ReactNode }) => (
  <span className="forms-go">
    {children} <Icon name="chevron-right" size={15} />
  </span>
);
