import { hasRole, invalidate, onReconnect, useConnection, useApi, useSession } from "@staffroom/api";
import { Answered, PageHeader, Panel, StatePanel } from "@staffroom/ui";
import { Alert, Button } from "antd";
import dayjs from "dayjs";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import "../style.css";
import { Evacuation } from "./evacuation";
import { keepDay, keptDay, registerOf, withMarks, type Register, type Seat } from "./register";
import { SessionDay } from "./session";

/** The marks that wait on this device, and those that the server refused. */
function Unsent({ register }: { register: Register }) {
  const { marks, refused, incidents, lost } = register.state.use();
  const { isLost } = useConnection();
  const kept = (title: string) => (
    <Alert
      type="warning"
      showIcon
      title={title}
      action={<Button onClick={() => void register.send()}>Send now</Button>}
    />
  );
  return (
    <div aria-live="polite" className="exam-unsent">
      {marks.length > 0 && kept(`${marks.length} marks are kept on this device until they are sent`)}
      {incidents.length > 0 && kept(`${incidents.length} incidents are kept on this device until they are sent`)}
      {lost.map(({ key, text, error }) => (
        <Alert
          key={key}
          type="error"
          showIcon
          title={`An incident was not taken: ${error}`}
          description={text}
          closable={{ onClose: () => register.forgetRefused() }}
        />
      ))}
      {isLost && !marks.length && !incidents.length && (
        <Alert type="info" showIcon title="The server cannot be reached. Marks are saved on this device." />
      )}
      {refused.length > 0 && (
        <Alert
          type="error"
          showIcon
          title={`${refused.length} marks were not taken`}
          closable={{ onClose: () => register.forgetRefused() }}
          description={[...new Set(refused.map(({ error }) => error))].join(" ")}
        />
      )}
    </div>
  );
}

/** Returns the current time, updated each minute. */
function useMinute(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Today's rooms with their candidates, in seat order. Offline it shows the seats that were loaded last. */
export default function Day() {
  const { user } = useSession();
  const userId = user?.id ?? 0;
  const isStaff = hasRole(user, "staff");
  const today = dayjs().format("YYYY-MM-DD");
  const register = registerOf(
    userId,
    () => void Promise.all([invalidate("/exams/day"), invalidate("/exams/sessions")]),
  );
  const now = useMinute();
  const { marks } = register.state.use();
  const seats = useApi<Seat[]>("/exams/day", { page: 1, pageSize: 1000, sort: "starts" });
  const [isEvacuating, setEvacuating] = useState(false);
  const read = seats.data;
  useEffect(() => {
    if (read) keepDay(userId, today, read);
  }, [read, userId, today]);
  useEffect(() => {
    void register.send();
    return onReconnect(() => void invalidate("/exams/day"));
  }, [register]);
  const kept = read ? null : keptDay(userId, today);
  const draw = (rows: readonly Seat[]) => {
    const shown = withMarks(rows, marks);
    const sessions = [...new Set(shown.map(({ sessionId }) => sessionId))];
    if (!sessions.length)
      return (
        <StatePanel
          icon="clock"
          title="Nobody sits a paper today"
          actions={isStaff && <Link to="/exams/upcoming">Upcoming sittings</Link>}
        />
      );
    if (isEvacuating) return <Evacuation seats={shown} day={today} />;
    return sessions.map((session) => (
      <SessionDay
        key={session}
        seats={shown.filter(({ sessionId }) => sessionId === session)}
        isStaff={isStaff}
        now={now}
        register={register}
      />
    ));
  };
  return (
    <>
      <PageHeader
        title="Exams today"
        actions={
          <>
            <Button danger={!isEvacuating} aria-pressed={isEvacuating} onClick={() => setEvacuating(!isEvacuating)}>
              {isEvacuating ? "Back to the register" : "Evacuation"}
            </Button>
            {isStaff && <Link to="/exams/day">As a list</Link>}
          </>
        }
      />
      <Unsent register={register} />
      {kept && seats.isError ? (
        <>
          <Panel title="Without a line">
            <p>These are the seats as they were read last on this device.</p>
          </Panel>
          {draw(kept)}
        </>
      ) : (
        <Answered query={seats} title="The register did not load" rows={8}>
          {draw}
        </Answered>
      )}
    </>
  );
}
