import { contains, Icon, LoadingState, PageHeader, StatePanel } from "@staffroom/ui";
import { Input } from "antd";
import { useState } from "react";
import { Link } from "react-router";
import { areAreasLoading, useMenuItems } from "../areas/areas";

/** The screens of rarely changed settings, as cards that can be searched. */
export default function Setup() {
  const [query, setQuery] = useState("");
  const items = useMenuItems().filter(({ group }) => group === "Setup");
  const shown = items.filter(({ title }) => contains(title, query.trim()));
  if (!items.length && areAreasLoading())
    return (
      <div className="sr-setup">
        <PageHeader title="Setup" />
        <LoadingState rows={6} />
      </div>
    );
  return (
    <div className="sr-setup">
      <PageHeader title="Setup" />
      <Input
        type="search"
        aria-label="Search in Setup"
        placeholder="Search"
        allowClear
        prefix={<Icon name="search" size={14} />}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
      />
      {shown.length > 0 && (
        <nav aria-label="Setup">
          {shown.map((item) => (
            <Link key={item.link} to={item.link}>
              <Icon name={item.icon} size={18} /> {item.title}
            </Link>
          ))}
        </nav>
      )}
      {!shown.length && <StatePanel icon="search" title="Nothing found" text="No part of Setup has this name." />}
    </div>
  );
}
