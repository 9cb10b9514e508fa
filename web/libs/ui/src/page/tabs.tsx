import { Tabs as AntTabs, type TabsProps, type TabsRef } from "antd";
import { useLayoutEffect, useRef } from "react";

/**
 * Tabs whose tab list contains only tabs: the button for tabs without room, which antd renders into the same element,
 * is none.
 */
export function Tabs(props: TabsProps) {
  const tabs = useRef<TabsRef>(null);
  useLayoutEffect(() => {
    const nav = tabs.current?.nativeElement?.querySelector(":scope > .ant-tabs-nav");
    nav?.setAttribute("role", "presentation");
    nav?.removeAttribute("aria-orientation");
    nav?.querySelector(".ant-tabs-nav-list")?.setAttribute("role", "tablist");
  }, []);
  return <AntTabs ref={tabs} {...props} />;
}
