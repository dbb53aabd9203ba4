import { useMatches } from "@remix-run/react";
import type { Crumb } from "./breadcrumb";

export interface Screen {
  title: string | ((data: never) => string);
  /** The title where one file shows the screens of several addresses and no data is there. */
  titleAt?: (path: string) => string | undefined;
  /** The levels between its list and the page, for those who came from elsewhere. */
  under?: (data: never) => Crumb[];
  /** Seconds until the page loads itself again, while a job runs; sent as a header, and not when the query says `still`. */
  refresh?: (data: never) => number | undefined;
  /** Stands without the frame, whoever is signed in. */
  bare?: boolean;
}

export const screen = (of: Screen): Screen => of;

/** The screen being shown: that of the deepest route with a handle. */
export function useScreen(): { title: string; under: Crumb[]; bare?: boolean } {
  const match = useMatches().findLast((one) => (one.handle as Screen | undefined)?.title);
  if (!match) return { title: "", under: [] };
  const handle = match.handle as Screen;
  const under = match.data ? (handle.under?.(match.data as never) ?? []) : [];
  return { title: titleOf(handle, match.data, match.pathname), under, bare: handle.bare };
}

/** Without data where its loader answered with an error. */
export function titleOf({ title, titleAt }: Screen, data: unknown, path: string): string {
  if (typeof title === "string") return title;
  return data ? title(data as never) : (titleAt?.(path) ?? "");
}
