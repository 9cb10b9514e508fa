import { QueryClientProvider } from "@tanstack/react-query";
import { queryClient } from "@staffroom/api";
import { antdLocale } from "@staffroom/language";
import { App, ConfigProvider } from "antd";
import enGB from "antd/locale/en_GB";
import dayjs from "dayjs";
import "dayjs/locale/en-gb";
import { useMemo, type ReactNode } from "react";
import "@fontsource-variable/geist";
import "@fontsource-variable/newsreader";
import "./style.css";
import "../page/style.css";
import "../controls/style.css";
import "../richtext/style.css";
import "../dialogs/style.css";
import "./print.css";
import { RefusalPopup } from "../dialogs/refusal";
import { leaveChoicesByTab } from "./tab-leaves";
import { antdTheme, useAppearance, useTheme } from "./theme";

// Another language has loaded its own.
if (!antdLocale()) dayjs.locale("en-gb");
leaveChoicesByTab();

/** The value of prefers-reduced-motion at load time; a later change would remount everything. */
const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
if (still) document.documentElement.dataset.motion = "none";

/** Theme, language, query cache and dialogs around everything; used by the shell and by component tests. */
export function UiProvider({ children }: { children: ReactNode }) {
  const name = useTheme();
  const { density } = useAppearance();
  const ownTheme = useMemo(() => {
    // The shell contains antd's style sheet, whose variables come from the theme.
    const theme = { ...antdTheme(name, density), zeroRuntime: true };
    // Components wait for the end of an animation, so they must know if style.css disables it.
    return still ? { ...theme, token: { ...theme.token, motion: false } } : theme;
  }, [name, density]);
  return (
    <ConfigProvider
      theme={ownTheme}
      locale={antdLocale() ?? enGB}
      button={{ autoInsertSpace: false }}
      wave={{ disabled: true }}
      drawer={{ closable: { placement: "end" } }}
    >
      <App component={false}>
        <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
        <RefusalPopup />
      </App>
    </ConfigProvider>
  );
}
