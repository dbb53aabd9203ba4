import type { Node } from "~/transit/announcements/model";

/** Keeps the page's table in step: numbers, and the rows in driving order. */
export function showRows(nodes: readonly Node[]) {
  const rows = nodes.map(({ nodeUuid }) => document.querySelector<HTMLElement>(`tr[data-node="${nodeUuid}"]`));
  const inPage = [...document.querySelectorAll<HTMLElement>("tr[data-node]")];
  const isSorted = rows.every((row, at) => row === inPage[at]);
  rows.forEach((row, at) => {
    if (!row) return;
    const { serial, distance, radius, azimuth } = nodes[at]!;
    row.dataset.stationSerial = String(serial);
    const words = { serial, distance: Math.round(distance), radius, azimuth: `${azimuth}°` };
    for (const [part, value] of Object.entries(words)) {
      const cell = row.querySelector(`[data-of="${part}"]`);
      if (cell && cell.textContent !== String(value)) cell.textContent = String(value);
    }
    if (!isSorted) row.parentElement!.append(row);
  });
}

/** Brings a node's row into sight in its own box: the page, and the map on it, stay where they are. */
export function bringRow(nodeUuid: string) {
  const row = document.querySelector<HTMLElement>(`tr[data-node="${nodeUuid}"]`);
  const box = row?.closest<HTMLElement>("[data-keep-scroll]");
  if (!row || !box) return;
  const [at, frame, head] = [row, box, box.querySelector("thead")!].map((one) => one.getBoundingClientRect());
  if (at!.top < frame!.top + head!.height) box.scrollTop += at!.top - frame!.top - head!.height;
  else if (at!.bottom > frame!.bottom) box.scrollTop += at!.bottom - frame!.bottom;
}
