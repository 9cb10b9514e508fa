import { PersonList } from "../person-list";

export default function Screen() {
  return <PersonList kind="staff" list="staff" />;
}
