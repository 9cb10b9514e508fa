import { PersonProfile } from "../person-profile";

export default function Screen() {
  return <PersonProfile kind="student" thing="/students" />;
}
