import { Button } from "antd";
import type { ReactNode } from "react";

type SubmitProps = { problem: string; busy: boolean; autoFocus?: boolean; children: ReactNode };

/** The end of a sign-in form: why the last attempt was refused, and the button. */
export const Submit = ({ problem, busy, autoFocus, children }: SubmitProps) => (
  <>
    {problem && (
      <div className="sr-sign-in-problem" role="alert">
        {problem}
      </div>
    )}
    <Button type="primary" htmlType="submit" size="large" block loading={busy} autoFocus={autoFocus}>
      {children}
    </Button>
  </>
);
