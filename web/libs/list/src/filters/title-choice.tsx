import type { ListTabs } from "@staffroom/contract";
import { Select } from "antd";

type TitleChoiceProps = {
  tab: ListTabs;
  value: string;
  onChange: (value: string) => void;
};

/** A tab that applies to the whole list, such as an organisation: a choice next to the title. */
export function TitleChoice({ tab, value, onChange }: TitleChoiceProps) {
  return (
    <Select
      className="sr-title-choice"
      aria-label={tab.title}
      value={value || undefined}
      placeholder={`Every ${tab.title.toLowerCase()}`}
      options={tab.options.map((option) => ({ value: String(option.value), label: option.label }))}
      popupMatchSelectWidth={false}
      onChange={(next) => onChange(next ?? "")}
    />
  );
}
