import type { WidgetProps } from "@staffroom/contract";
import { Icon } from "@staffroom/ui";
import { hasRole, useUser } from "@staffroom/api";
import { Button } from "antd";
import { useState } from "react";
import { Compose } from "./compose";

/** The button that writes a journal entry about a record, for staff and tutors. */
export default function AboutButton(about: WidgetProps["journal-button"]) {
  const [isWriting, setWriting] = useState(false);
  if (!hasRole(useUser(), "staff", "tutor")) return null;
  return (
    <>
      <Button icon={<Icon name="notebook" size={15} />} onClick={() => setWriting(true)}>
        Journal
      </Button>
      {isWriting && <Compose about={[about]} onClose={() => setWriting(false)} />}
    </>
  );
}
