/** Where an island stands: its element, the fallback it replaced and what had been typed there, by field name. */
export interface Host {
  element: HTMLElement;
  fallback: ChildNode[];
  typed: Record<string, string>;
}

/** Puts an empty place beside an island's fallback; `stand` takes away what of the fallback the island has not moved into its place, `fall` brings it back. */
export function placeIsland(element: HTMLElement) {
  const fallback = [...element.childNodes];
  const host: Host = { element, fallback, typed: typedIn(element) };
  const place = element.appendChild(document.createElement("div"));
  return {
    host,
    place,
    stand() {
      const focused = element.contains(document.activeElement) && document.activeElement?.getAttribute("name");
      for (const node of fallback) if (node.parentNode === element) node.remove();
      if (focused) place.querySelector<HTMLElement>(`[name="${CSS.escape(focused)}"]`)?.focus();
    },
    fall: () => element.replaceChildren(...fallback),
  };
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
