/** The month of a mock, and whether it is the result of a trial exam. */
export function MockMonth({ month, fromTrial }: { month: string; fromTrial: boolean }) {
  return (
    <>
      {month}
      {fromTrial && (
        <>
          {" "}
          <span className="sr-muted">from trial exams</span>
        </>
      )}
    </>
  );
}
