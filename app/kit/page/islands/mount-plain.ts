import { type Host, placeIsland } from "./place";

/** What an island without React gets: an empty place beside its fallback, and what to do when it fails later. */
export interface PlainHost extends Host {
  place: HTMLElement;
  fail: (error: unknown) => void;
}

/** Fills its place; gives back what takes away again all that it has set going. */
export type PlainIsland<P> = (host: PlainHost, props: P) => () => void;

/** Starts an island without React beside its fallback, which it takes away at once and brings back when it fails. @public */
export function mountPlain(element: HTMLElement, island: PlainIsland<never>, onError: (error: unknown) => void) {
  const props = JSON.parse(element.dataset.props ?? "{}") as never;
  const { host, place, stand, fall } = placeIsland(element);
  let end = () => {};
  const fail = (error: unknown) => (end(), fall(), onError(error));
  try {
    end = island({ ...host, place, fail }, props);
    stand();
  } catch (error) {
    fail(error);
  }
}
