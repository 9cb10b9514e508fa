import { PersonProfile } from "../person-profile";

export default function Screen() {
  return <PersonProfile kind="candidate" thing="/candidates" />;
}
