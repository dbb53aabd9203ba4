import { Component, createElement, useLayoutEffect, type ComponentType, type ReactNode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { IslandHost } from "./host";

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
  const fallback = [...element.childNodes];
  const typed = typedIn(element);
  const place = element.appendChild(document.createElement("div"));
  const root = createRoot(place);
  const swap = () => {
    const focused = element.contains(document.activeElement) && document.activeElement?.getAttribute("name");
    for (const node of fallback) node.remove();
    if (focused) place.querySelector<HTMLElement>(`[name="${CSS.escape(focused)}"]`)?.focus();
  };
  const fall = (error: unknown) => {
    queueMicrotask(() => (root.unmount(), element.replaceChildren(...fallback), onError(error)));
  };
  root.render(
    <Boundary onError={fall}>
      <IslandHost.Provider value={{ element, fallback, typed }}>
        {island}
        <Standing onStanding={swap} />
      </IslandHost.Provider>
    </Boundary>,
  );
}

/** What a person has already typed into the fallback's fields, by name; a name that recurs keeps its last value. */
function typedIn(element: HTMLElement): Record<string, string> {
  const fields = element.querySelectorAll<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>("[name]");
  const typed: Record<string, string> = {};
  for (const field of fields) {
    const unticked = field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type) && !field.checked;
    if (!unticked) typed[field.name] = field.value;
  }
  return typed;
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
