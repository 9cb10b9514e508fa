import { useSession } from "@staffroom/api";
import { PageHeader, Panel, StatePanel } from "@staffroom/ui";
import { Link } from "react-router";
import BankDetails from "./bank-details";

/** Own bank details of a tutor or invigilator. A sysAdmin may open the screen without being either. */
export default function MyBankDetails() {
  const { user } = useSession();
  return (
    <>
      <PageHeader title="My bank details" />
      {user?.roleIds.some((role) => role === "tutor" || role === "invigilator") ? (
        <BankDetails name={user.name} />
      ) : (
        <Panel>
          <StatePanel
            icon="pound"
            title="You are not paid as a tutor or invigilator"
            text="Tutors and invigilators enter their bank account here."
            actions={<Link to="/accounts/tutor-bank-details">Bank details</Link>}
          />
        </Panel>
      )}
    </>
  );
}
