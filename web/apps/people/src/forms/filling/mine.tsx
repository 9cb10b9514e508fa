import { useApi } from "@staffroom/api";
import { Answered, EmptyState, formatDateTime, formatDue, Icon, PageHeader, Panel, StatusTag } from "@staffroom/ui";
import { Link, useParams } from "react-router";
import { formAddress } from "../address";
import { states } from "../entries/status";
import type { Entry, Mine } from "../types";
import "../style.css";

const isLate = (deadline: string | null | undefined) => !!deadline && Date.parse(deadline) < Date.now();

/** `/forms/:staff?`: the forms of whoever is signed in, to fill in, open and sent. */
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
          // A form that was begun stands among those to fill in.
          const open = offered.filter(({ entryId }) => !entryId || !toFill.some((one) => one.entryId === entryId));
          return (
            <div className="forms-mine">
              <Panel title="To fill in">
                {!toFill.length && (
                  <EmptyState
                    compact
                    icon="check"
                    title="Nothing to fill in"
                    text="Forms that you are asked to fill in stand here with their deadline."
                  />
                )}
                {toFill.length > 0 && (
                  <ul>
                    {toFill.map((one) => (
                      <li key={`${one.requestId ?? ""}-${one.entryId ?? ""}-${one.formId}`}>
                        <Link to={formAddress(one, isStaff)}>
                          <span>
                            <b>{one.title}</b>
                            {one.about && <small>About {one.about.name}</small>}
                            {one.note && <small>{one.note}</small>}
                            {one.state === "returned" && <small className="forms-late">Returned: {one.reason}</small>}
                          </span>
                          <span className="forms-when">
                            {one.deadline && (
                              <small className={isLate(one.deadline) ? "forms-late" : undefined}>
                                <Icon name="clock" size={13} /> {isLate(one.deadline) ? "" : "Due "}
                                {formatDue(one.deadline)}
                              </small>
                            )}
                            <span className="forms-go">
                              {one.state === "sign" ? "Sign" : one.entryId ? "Continue" : "Fill in"}{" "}
                              <Icon name="chevron-right" size={15} />
                            </span>
                          </span>
                        </Link>
                      </li>
                    ))}
                  </ul>
                )}
              </Panel>
              {open.length > 0 && (
                <Panel title="Open forms">
                  <ul>
                    {open.map((one) => (
                      <li key={one.formId}>
                        <Link to={formAddress(one, isStaff)}>
                          <span>
                            <b>{one.title}</b>
                            {one.description && <small>{one.description}</small>}
                          </span>
                          <span className="forms-when">
                            <span className="forms-go">
                              {one.entryId ? "Continue" : "Fill in"} <Icon name="chevron-right" size={15} />
                            </span>
                          </span>
                        </Link>
                      </li>
                    ))}
                  </ul>
                </Panel>
              )}
              {sent.length > 0 && (
                <Panel title="Sent">
                  <ul>
                    {sent.map((one) => {
                      const state = states[one.state as Entry["status"]];
                      return (
                        <li key={one.entryId}>
                          <Link to={formAddress(one, isStaff)}>
                            <span>
                              <b>{one.title}</b>
                              <small>
                                {[
                                  one.about && `About ${one.about.name}`,
                                  one.submitted && formatDateTime(one.submitted),
                                ]
                                  .filter(Boolean)
                                  .join(" · ")}
                              </small>
                            </span>
                            <span className="forms-when">
                              <StatusTag label={state.status} color={state.type} />
                            </span>
                          </Link>
                        </li>
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
