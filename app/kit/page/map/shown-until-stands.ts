/** What is seen in a map's place until it stands: of a page with fields its picture alone, else all that stood there. The picture is a copy, since the page comes back whole where the map fails. */
export function shownUntilStands(fallback: readonly ChildNode[]): Node[] {
  const picture = fallback
    .map((node) => (node instanceof Element ? node.querySelector("[data-map-picture]") : null))
    .find(Boolean);
  return picture ? [picture.cloneNode(true)] : [...fallback];
}
