import { appName, mayKeep, useSession, useSettings } from "@staffroom/api";
import { currentLanguage, languages, t, type Language } from "@staffroom/language";
import { PageHeader, Panel, useAppearance, Widget, type Appearance } from "@staffroom/ui";
import { Radio, Select } from "antd";
import { useMenuItems } from "../areas/areas";
import { chooseLanguage, chooseLook, keepSettings } from "./personal";

const themes: { value: Appearance["theme"]; label: string }[] = [
  { value: "device", label: "As the device" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
  { value: "contrast", label: "High contrast" },
];
const densities: { value: Appearance["density"]; label: string }[] = [
  { value: "compact", label: "Compact" },
  { value: "comfortable", label: "Comfortable" },
];

const speech = Object.entries(languages).map(([value, label]) => ({ value, label }));

/** The user's settings; each change applies immediately, on every computer where they sign in. */
export default function Settings() {
  const { theme, density } = useAppearance();
  const { user } = useSession();
  const settings = useSettings();
  const screens = [
    { value: "/", label: t("Home") },
    ...useMenuItems().map(({ link, title, group }) => ({ value: link, label: `${title}, ${t(group)}` })),
  ];
  const disabled = !mayKeep();
  return (
    <div className="sr-settings">
      <PageHeader
        title="My settings"
        subtitle={
          disabled ? `You act as ${user?.firstName ?? "somebody"}. Their settings stay as they are.` : undefined
        }
      />
      <Panel title="Appearance">
        <p className="sr-label" id="settings-theme">
          Theme
        </p>
        <Radio.Group
          aria-labelledby="settings-theme"
          name="theme"
          disabled={disabled}
          options={themes}
          value={theme}
          onChange={(event) => chooseLook({ theme: event.target.value as Appearance["theme"] })}
        />
        <p className="sr-label" id="settings-density">
          Rows of lists
        </p>
        <Radio.Group
          aria-labelledby="settings-density"
          name="density"
          disabled={disabled}
          options={densities}
          value={density}
          onChange={(event) => chooseLook({ density: event.target.value as Appearance["density"] })}
        />
      </Panel>
      <Panel title="Language">
        <p className="sr-label" id="settings-language">
          The language of the page
        </p>
        <Radio.Group
          aria-labelledby="settings-language"
          name="language"
          disabled={disabled}
          options={speech}
          value={currentLanguage()}
          onChange={(event) => void chooseLanguage(event.target.value as Language)}
        />
      </Panel>
      {appName === "staff" && (
        <Panel title="Start page">
          <label className="sr-label" htmlFor="settings-start">
            The screen that opens after you sign in
          </label>
          <Select
            id="settings-start"
            className="sr-settings-start"
            disabled={disabled || !settings}
            showSearch={{ optionFilterProp: "label" }}
            options={screens}
            value={settings?.startPage ?? "/"}
            onChange={(startPage) => void keepSettings({ startPage })}
          />
        </Panel>
      )}
      <Panel title="Notices">
        <Widget
          name="notice-settings"
          props={{}}
          fallback={<p className="sr-muted">The choices cannot be shown now.</p>}
        />
      </Panel>
    </div>
  );
}
