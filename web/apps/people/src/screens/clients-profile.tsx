import { PersonProfile } from "../person-profile";

export default function Screen() {
  return <PersonProfile kind="client" thing="/clients" />;
}
