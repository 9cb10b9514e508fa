import { PersonProfile } from "../person-profile";

export default function Screen() {
  return <PersonProfile kind="tutor" thing="/tutors" />;
}
