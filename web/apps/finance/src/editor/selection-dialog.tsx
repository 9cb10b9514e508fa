import { Dialog, Tabs, useAttempt } from "@staffroom/ui";
import { Table, type TableColumnsType } from "antd";
import { useState, type ReactNode } from "react";

type Props<Row> = {
  title: string;
  rows: readonly Row[];
  columns: TableColumnsType<Row>;
  keyOf: (row: Row) => number;
  nameOf: (row: Row) => string;
  /** True for several rows. */
  many?: boolean;
  tabs?: readonly { key: string; label: string }[];
  tab?: string;
  onTab?: (key: string) => void;
  tools?: ReactNode;
  loading?: boolean;
  empty?: ReactNode;
  submitLabel?: string;
  onChosen: (rows: Row[]) => Promise<unknown>;
  onClose: () => void;
};

/** Chooses one or several rows of a table; submits once something is selected (money.md 2). */
export function SelectionDialog<Row extends object>(props: Props<Row>) {
  const { rows, keyOf, many, tabs, submitLabel = "Select" } = props;
  const [chosen, setChosen] = useState<ReadonlyMap<number, Row>>(new Map());
  const [busy, attempt] = useAttempt();
  const submit = () => attempt(() => props.onChosen([...chosen.values()]));
  const toggle = (row: Row) => {
    const key = keyOf(row);
    const next = new Map(many ? chosen : []);
    if (chosen.has(key)) next.delete(key);
    else next.set(key, row);
    setChosen(next);
  };
  return (
    <Dialog
      open
      title={props.title}
      width={720}
      okText={chosen.size > 1 ? `${submitLabel} (${chosen.size})` : submitLabel}
      okButtonProps={{ disabled: !chosen.size }}
      confirmLoading={busy !== null}
      onOk={() => void submit()}
      onCancel={props.onClose}
    >
      {tabs && <Tabs size="small" items={[...tabs]} activeKey={props.tab} onChange={props.onTab} />}
      {props.tools}
      <Table<Row>
        size="small"
        rowKey={keyOf}
        pagination={false}
        loading={props.loading}
        columns={props.columns}
        dataSource={[...rows]}
        scroll={{ y: 320 }}
        locale={{ emptyText: props.empty }}
        onRow={(row) => ({ onClick: () => toggle(row), onDoubleClick: () => !many && void submit() })}
        rowSelection={{
          type: many ? "checkbox" : "radio",
          selectedRowKeys: [...chosen.keys()],
          preserveSelectedRowKeys: true,
          onChange: (_keys, selected) => setChosen(new Map(selected.map((row) => [keyOf(row), row]))),
          getCheckboxProps: (row) => ({ "aria-label": `Select ${props.nameOf(row)}` }),
        }}
      />
    </Dialog>
  );
}
