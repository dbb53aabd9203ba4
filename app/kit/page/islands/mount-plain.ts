import { type Host, placeIsland } from "./place";

/** What an island without React gets: an empty place behind its fallback, and what to do when it stands or fails. */
export interface PlainHost extends Host {
  place: HTMLElement;
  stand: () => void;
  fail: (error: unknown) => void;
}

/** Fills its place; gives back what takes away again all that it has set going. */
export type PlainIsland<P> = (host: PlainHost, props: P) => () => void;

/** Starts an island without React behind its fallback, which stays untouched until the island says that it stands and comes back when it fails. @public */
export function mountPlain(element: HTMLElement, island: PlainIsland<never>, onError: (error: unknown) => void) {
  const props = JSON.parse(element.dataset.props ?? "{}") as never;
  const { host, place, stand, fall } = placeIsland(element);
  const bringForward = putBehind(element, place);
  let end = () => {};
  const fail = (error: unknown) => (end(), bringForward(), fall(), onError(error));
  try {
    end = island({ ...host, place, fail, stand: () => (bringForward(), stand()) }, props);
  } catch (error) {
    fail(error);
  }
}

/** The place gets its size where nobody sees it, and what is in sight is not laid out again for it. */
function putBehind(element: HTMLElement, place: HTMLElement): () => void {
  element.style.cssText = "position:relative;isolation:isolate";
  place.style.cssText = "position:absolute;top:0;right:0;bottom:0;left:0;overflow:hidden;z-index:-1";
  return () => [element, place].forEach((one) => one.removeAttribute("style"));
}
