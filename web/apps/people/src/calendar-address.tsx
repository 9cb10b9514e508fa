import { Navigate, useLocation, useParams } from "react-router";

const spans = ["day", "week", "month", "agenda"];

/** The legacy addresses of the calendars, `/calendar/week`: the list of their events, drawn as a calendar. */
function CalendarAddress({ list }: { list: string }) {
  const { span = "" } = useParams();
  const { search } = useLocation();
  const to = new URLSearchParams(search);
  to.set("view", "calendar");
  if (spans.includes(span)) to.set("span", span);
  return <Navigate replace to={{ pathname: list, search: to.toString() }} />;
}

export const MyCalendar = () => <CalendarAddress list="/events/my" />;
export const CompanyCalendar = () => <CalendarAddress list="/events" />;
