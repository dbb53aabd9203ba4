import { createContext, useContext } from "react";

/** Where an island stands: its element, the fallback it replaced and what had been typed there, by field name. */
export interface Host {
  element: HTMLElement;
  fallback: ChildNode[];
  typed: Record<string, string>;
}

export const IslandHost = createContext<Host | null>(null);

/** The island's place on the page; null while it is rendered on the server. */
export const useIslandHost = () => useContext(IslandHost);
