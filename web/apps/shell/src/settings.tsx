import { PageHeader, Panel, setAppearance, useAppearance, Widget, type Appearance } from "@staffroom/ui";
import { Radio } from "antd";

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

/** What a person chooses for themselves; each change holds at once. */
export default function Settings() {
  const { theme, density } = useAppearance();
  return (
    <div className="sr-settings">
      <PageHeader title="My settings" />
      <Panel title="Appearance">
        <p className="sr-label" id="settings-theme">Theme</p>
        <Radio.Group aria-labelledby="settings-theme" name="theme" options={themes} value={theme} onChange={(event) => setAppearance({ theme: event.target.value as Appearance["theme"] })} />
        <p className="sr-label" id="settings-density">Rows of lists</p>
        <Radio.Group aria-labelledby="settings-density" name="density" options={densities} value={density} onChange={(event) => setAppearance({ density: event.target.value as Appearance["density"] })} />
        <p className="sr-muted">This browser keeps these settings.</p>
      </Panel>
      <Panel title="Notices"><Widget name="notice-settings" props={{}} fallback={<p className="sr-muted">The choices cannot be shown now.</p>} /></Panel>
    </div>
  );
}
