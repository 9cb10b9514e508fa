import { StatePanel } from "@staffroom/ui";
import { Button } from "antd";
import type { ReactNode } from "react";

type UnshownProps = { title: string; text?: string; save: () => void; actions?: ReactNode };

/** In place of a file that the browser does not show: the reason, and the download. */
export const Unshown = ({ title, text = "Download the file to open it.", save, actions }: UnshownProps) => (
  <StatePanel
    icon="file-text"
    title={title}
    text={text}
    actions={
      <>
        <Button type="primary" onClick={save}>
          Download
        </Button>
        {actions}
      </>
    }
  />
);
