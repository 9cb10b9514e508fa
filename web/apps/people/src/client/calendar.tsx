import { dayIn } from "@staffroom/screen";
import { PageHeader, useAddress } from "@staffroom/ui";
import MyWeek from "./week";

/** The week of the day in the address, for links from notices of events. */
export default function WeekOfDay() {
  const [address] = useAddress();
  const day = dayIn(address);
  return (
    <>
      <PageHeader title="My week" />
      <MyWeek key={day} of={day} />
    </>
  );
}
