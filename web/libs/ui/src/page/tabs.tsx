import { Tabs as AntTabs, type TabsProps, type TabsRef } from "antd";
import { useLayoutEffect, useRef } from "react";

/**
 * Tabs whose tab list contains only tabs: antd's button for hidden tabs is in the same element, but has no tab role.
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
