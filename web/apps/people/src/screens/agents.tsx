import { PersonList } from "../person-list";

export default function Screen() {
  return <PersonList kind="agent" list="agents" />;
}
