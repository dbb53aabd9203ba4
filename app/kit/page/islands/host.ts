import { createContext, useContext } from "react";
import type { Host } from "./place";

export const IslandHost = createContext<Host | null>(null);

/** The island's place on the page; null while it is rendered on the server. */
export const useIslandHost = () => useContext(IslandHost);
