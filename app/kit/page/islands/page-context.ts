import { createContext, useContext, type ComponentType } from "react";

/** What only the server knows about the page being written: handed down by entry.server, absent in the browser. */
export interface PageContext {
  /** Content-Security-Policy nonce of this response. */
  nonce?: string;
  /** The same number as in the log. */
  requestId?: string;
  timeZone?: string;
  /** The browser is asked how long this page took. */
  asksSpeed?: boolean;
  /** The status of a page that is shown in place of the one asked for. */
  failed?: number;
  /** Hashed URLs of the browser's entry script and of what it imports. */
  entry: { module: string; imports: string[] };
  /** Only in development: the URL of Vite's refresh runtime. */
  refreshRuntime?: string;
  /** Renders an island's component to HTML with ids under its own prefix. */
  renderIsland: (component: ComponentType<never>, props: object, idPrefix: string) => string;
}

const Context = createContext<PageContext | null>(null);

export const PageContextProvider = Context.Provider;

/** The page being written on the server; null in the browser. */
export const usePageContext = () => useContext(Context);
