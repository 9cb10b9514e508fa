import { PersonProfile } from "../person-profile";

export default function Screen() {
  return <PersonProfile kind="staff" thing="/staff" />;
}
