export interface PageRows {
  /** Marks the row with `data-map-active`, and brings it into sight when asked to. */
  mark: (serial: number | null, scroll?: boolean) => void;
  dispose: () => void;
}

/** Listens to rows pointed at, focused or clicked anywhere on the page but on a map. */
export function linkRows(onHover: (serial: number | null) => void, onClick: (serial: number) => void): PageRows {
  const serialOf = (event: Event): number | null => {
    const row = event.target instanceof Element ? event.target.closest(ROW) : null;
    return row && row instanceof HTMLElement ? Number(row.dataset.stationSerial) : null;
  };
  const hover = (event: Event) => onHover(serialOf(event));
  const click = (event: Event) => {
    const serial = serialOf(event);
    if (serial !== null && !(event.target as Element).closest("a, button, input, select, label")) onClick(serial);
  };
  const stop = new AbortController();
  for (const name of ["pointerover", "focusin"]) document.addEventListener(name, hover, { signal: stop.signal });
  document.addEventListener("click", click, { signal: stop.signal });
  const mark: PageRows["mark"] = (serial, scroll = false) => {
    for (const row of document.querySelectorAll<HTMLElement>(ROW)) {
      if (!(row instanceof HTMLElement)) continue;
      const active = serial !== null && Number(row.dataset.stationSerial) === serial;
      row.toggleAttribute("data-map-active", active);
      if (active && scroll) row.scrollIntoView({ block: "nearest" });
    }
  };
  return { mark, dispose: () => (stop.abort(), mark(null)) };
}

const ROW = "[data-station-serial]";
