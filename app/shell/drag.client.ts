/** Milliseconds in which the others make room. */
const SLIDE = 120;

/** Pixels before a press becomes a drag. */
const SLACK = 5;

/** Lets the entries of a list (its `[data-path]` children) be dragged sideways; an entry marked `data-fixed` keeps its place. */
export function makeDraggable(list: HTMLElement, onMove: (path: string, to: number) => void) {
  list.addEventListener("dragstart", (event) => event.preventDefault());
  list.addEventListener("pointerdown", (event) => {
    const entry = (event.target as HTMLElement).closest<HTMLElement>("[data-path]");
    const onButton = (event.target as HTMLElement).closest("button");
    if (event.button === 0 && entry && !onButton && entry.dataset.fixed === undefined)
      follow(list, entry, event, onMove);
  });
}

function follow(
  list: HTMLElement,
  entry: HTMLElement,
  press: PointerEvent,
  onMove: (path: string, to: number) => void,
) {
  const from = entriesOf(list).indexOf(entry);
  let grip = press.clientX - entry.getBoundingClientRect().left;
  let dragging = false;
  const move = (event: PointerEvent) => {
    if (!dragging && Math.abs(event.clientX - press.clientX) < SLACK) return;
    if (!dragging) {
      dragging = true;
      entry.dataset.dragged = "";
      grip = press.clientX - entry.getBoundingClientRect().left;
    }
    event.preventDefault();
    makeRoom(list, entry, event.clientX);
    entry.style.transform = "";
    entry.style.transform = `translateX(${event.clientX - grip - entry.getBoundingClientRect().left}px)`;
  };
  const end = () => {
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", end);
    removeEventListener("pointercancel", end);
    if (!dragging) return;
    swallowClick(list);
    const before = entry.getBoundingClientRect().left;
    entry.style.transform = "";
    delete entry.dataset.dragged;
    slide(entry, before);
    const to = entriesOf(list).indexOf(entry);
    if (to !== from) onMove(entry.dataset.path!, to);
  };
  addEventListener("pointermove", move);
  addEventListener("pointerup", end);
  addEventListener("pointercancel", end);
}

function makeRoom(list: HTMLElement, entry: HTMLElement, x: number) {
  const others = entriesOf(list).filter((one) => one !== entry);
  const target = others.find((one) => one.dataset.fixed === undefined && x < middleOf(one)) ?? null;
  if (target === entry.nextElementSibling) return;
  const before = new Map(others.map((one) => [one, one.getBoundingClientRect().left]));
  list.insertBefore(entry, target);
  for (const [one, left] of before) slide(one, left);
}

function slide(entry: HTMLElement, from: number) {
  const by = from - entry.getBoundingClientRect().left;
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (by !== 0 && !still) entry.animate([{ transform: `translateX(${by}px)` }, { transform: "none" }], SLIDE);
}

function swallowClick(list: HTMLElement) {
  const swallow = (event: Event) => (event.preventDefault(), event.stopPropagation());
  list.addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => list.removeEventListener("click", swallow, { capture: true }), 50);
}

const entriesOf = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>(":scope > [data-path]")];

function middleOf(entry: HTMLElement) {
  const { left, width } = entry.getBoundingClientRect();
  return left + width / 2;
}
