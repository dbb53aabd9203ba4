import { createElement, useId, type ComponentType, type ReactNode } from "react";
import type { IslandName } from "~/islands";
import { usePageContext } from "./page-context";

/** When an island's code is fetched: soon, when it scrolls near, or at the first touch, click or focus. */
export type IslandStart = "idle" | "visible" | "interaction";

interface IslandProps<P extends object> {
  /** Its name in app/islands.ts. */
  name: IslandName;
  /** Plain JSON and small: an island fetches its bulk data. */
  props: P;
  when?: IslandStart;
  /** Give the component only when it can be rendered on the server; the browser then hydrates that markup. */
  of?: ComponentType<P>;
  /** What stands on the page until the island takes its place, and for good without JavaScript. */
  children?: ReactNode;
  className?: string;
}

/** A part of the page that comes alive in the browser; everything around it stays plain server-rendered HTML. */
export function Island<P extends object>({ name, of, props, when = "idle", children, className }: IslandProps<P>) {
  const page = usePageContext();
  const idPrefix = `i${useId().replace(/\W/g, "")}`;
  const attributes = {
    className,
    "data-island": name,
    "data-when": when,
    "data-props": JSON.stringify(props),
  };
  if (!of) return <div {...attributes}>{children}</div>;
  if (!page) return createElement(of, props);
  const html = page.renderIsland(of as ComponentType<never>, props, idPrefix);
  return <div {...attributes} data-prefix={idPrefix} dangerouslySetInnerHTML={{ __html: html }} />;
}
