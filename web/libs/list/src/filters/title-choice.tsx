import type { ListTabs } from "@staffroom/contract";
import { Select } from "antd";

/** What a whole list is of, as an organisation: a choice beside its title. */
export function TitleChoice({
  tab,
  value,
  onChange,
}: {
  tab: ListTabs;
  value: string;
  onChange: (value: string) => void;
}) {
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
