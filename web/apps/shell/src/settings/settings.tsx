import { appName, mayKeep, useSession, useSettings } from "@staffroom/api";
import { currentLanguage, languages, t, type Language } from "@staffroom/language";
import { PageHeader, Panel, useAppearance, Widget, type Appearance } from "@staffroom/ui";
import { Radio, Select } from "antd";
import { useMenuItems } from "../areas/areas";
import { chooseLanguage, chooseLook, keepSettings } from "./personal";

type Options<T> = { value: T; label: string }[];
const themes: Options<Appearance["theme"]> = [
  { value: "device", label: "As the device" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
  { value: "contrast", label: "High contrast" },
];
const densities: Options<Appearance["density"]> = [
  { value: "compact", label: "Compact" },
  { value: "comfortable", label: "Comfortable" },
];

const speech = Object.entries(languages).map(([value, label]) => ({ value: value as Language, label }));

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
        <Choice
          name="theme"
          title="Theme"
          options={themes}
          value={theme}
          onChange={(value) => chooseLook({ theme: value })}
        />
        <Choice
          name="density"
          title="Rows of lists"
          options={densities}
          value={density}
          onChange={(value) => chooseLook({ density: value })}
        />
      </Panel>
      <Panel title="Language">
        <Choice
          name="language"
          title="The language of the page"
          options={speech}
          value={currentLanguage()}
          onChange={(value) => void chooseLanguage(value)}
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

type ChoiceProps<T> = { name: string; title: string; options: Options<T>; value: T; onChange: (value: T) => void };

function Choice<T extends string>({ name, title, options, value, onChange }: ChoiceProps<T>) {
  const id = `settings-${name}`;
  return (
    <>
      <p className="sr-label" id={id}>
        {title}
      </p>
      <Radio.Group
        aria-labelledby={id}
        name={name}
        disabled={!mayKeep()}
        options={options}
        value={value}
        onChange={({ target }) => onChange(target.value as T)}
      />
    </>
  );
}
