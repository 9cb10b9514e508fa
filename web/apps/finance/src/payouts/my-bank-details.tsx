import { useSession } from "@staffroom/api";
import { PageHeader, Panel, StatePanel } from "@staffroom/ui";
import { Link } from "react-router";
import BankDetails from "./bank-details";

/** A tutor's own bank details. A sysAdmin may open the screen without being a tutor. */
export default function MyBankDetails() {
  const { user } = useSession();
  return (
    <>
      <PageHeader title="My bank details" />
      {user?.roleIds.includes("tutor") ? <BankDetails name={user.name} /> : (
        <Panel>
          <StatePanel icon="pound" title="You are not paid as a tutor" text="Here tutors enter where they are paid to." actions={<Link to="/accounts/tutor-bank-details">Bank details of tutors</Link>} />
        </Panel>
      )}
    </>
  );
}
