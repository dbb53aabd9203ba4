/** A colour given as `var(--name, fallback)`, as it is at this element; canvases know no variables. */
export function colourAt(element: Element, colour: string): string {
  const [, name, fallback] = /^var\((--[\w-]+),\s*([^)]+)\)$/.exec(colour) ?? [];
  if (!name) return colour;
  const probe = document.createElement("i");
  probe.style.color = colour;
  element.append(probe);
  const found = getComputedStyle(probe).color;
  probe.remove();
  return found || fallback!;
}
