import { invalidate, useApi, useUser } from "@staffroom/api";
import { type RecordData, personPaths, type PersonKind } from "@staffroom/contract";
import { FieldSections } from "@staffroom/form";
import { PartsPiece } from "@staffroom/screen";
import { Answered, PageHeader, Panel, StatePanel, Tabs } from "@staffroom/ui";
import { addresses } from "../persons/tabs";
import "../style.css";

const titles: Record<PersonKind, string> = {
  student: "Student",
  tutor: "Tutor",
  staff: "Staff",
  client: "Client",
  candidate: "Candidate",
  invigilator: "Invigilator",
  agent: "Agent",
};

/** The record of the signed-in person, with the fields that they may change. */
export default function MyProfile() {
  const user = useUser();
  const kinds = (Object.keys(personPaths) as PersonKind[]).flatMap((kind) => {
    const id = user[`${kind}Id`];
    return id === null || id === undefined ? [] : [{ kind, id }];
  });
  return (
    <>
      <PageHeader title="My profile" subtitle={user.name} />
      {kinds.length === 0 && (
        <Panel>
          <StatePanel
            icon="user"
            title="No data is stored about you"
            text="Your user account is not linked to a record yet. Please ask the office."
          />
        </Panel>
      )}
      {kinds.length === 1 && kinds.map((one) => <Record key={one.kind} {...one} />)}
      {kinds.length > 1 && (
        <Tabs
          items={kinds.map((one) => ({
            key: one.kind,
            label: `As ${titles[one.kind].toLowerCase()}`,
            children: <Record {...one} />,
          }))}
        />
      )}
    </>
  );
}

function Record({ kind, id }: { kind: PersonKind; id: number }) {
  const thing = personPaths[kind];
  const query = useApi<RecordData>(`${thing}/${id}`);
  return (
    <Answered query={query} rows={10}>
      {(record) => (
        <div className="people-my-profile">
          <FieldSections thing={thing} record={record} folds />
          <PartsPiece tab={addresses(kind)} record={record} reload={() => void invalidate(thing)} />
        </div>
      )}
    </Answered>
  );
}
