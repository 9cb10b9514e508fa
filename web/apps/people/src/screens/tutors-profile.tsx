import { PersonProfile } from "../person-profile";

export default function Screen() {
  return <PersonProfile thing="/tutors" entityType="tutor" />;
}
