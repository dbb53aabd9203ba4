import { Component, createElement, startTransition, useLayoutEffect, type ComponentType, type ReactNode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { IslandHost } from "./host";
import { placeIsland } from "./place";

/** Hydrates server-rendered islands; mounts the others beside their fallback and takes it away once they stand. @public */
export function mountIsland(element: HTMLElement, component: ComponentType<never>, onError: (error: unknown) => void) {
  const props = JSON.parse(element.dataset.props ?? "{}") as object;
  const island = createElement(component as ComponentType<object>, props);
  const identifierPrefix = element.dataset.prefix;
  if (identifierPrefix) {
    const kept = element.innerHTML;
    const fall = (error: unknown) => {
      queueMicrotask(() => (root.unmount(), (element.innerHTML = kept), onError(error)));
    };
    const root = hydrateRoot(element, <Boundary onError={fall}>{island}</Boundary>, { identifierPrefix });
    return;
  }
  const { host, place, stand, fall: bringBack } = placeIsland(element);
  const root = createRoot(place);
  const fall = (error: unknown) => {
    queueMicrotask(() => (root.unmount(), bringBack(), onError(error)));
  };
  // As a transition it is rendered in slices, so that the page answers meanwhile.
  startTransition(() =>
    root.render(
      <Boundary onError={fall}>
        <IslandHost.Provider value={host}>
          {island}
          <Standing onStanding={stand} />
        </IslandHost.Provider>
      </Boundary>,
    ),
  );
}

function Standing({ onStanding }: { onStanding: () => void }) {
  useLayoutEffect(onStanding, []);
  return null;
}

class Boundary extends Component<{ onError: (error: unknown) => void; children: ReactNode }> {
  override state = { failed: false };
  static getDerivedStateFromError = () => ({ failed: true });
  override componentDidCatch(error: unknown) {
    this.props.onError(error);
  }
  override render() {
    return this.state.failed ? null : this.props.children;
  }
}
