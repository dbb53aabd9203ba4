import type { LineDrawing } from "./line-drawing";

export async function fetchLine(dataUrl: string, signal: AbortSignal): Promise<LineDrawing> {
  const response = await fetch(dataUrl, { signal, headers: { accept: "application/json" } });
  if (!response.ok) throw new Error(`line drawing: ${response.status}`);
  const { path, stations, breaks, doubtful, otherPath } = (await response.json()) as LineDrawing;
  if (!Array.isArray(path) || !Array.isArray(stations)) throw new Error("line drawing: unexpected answer");
  return { path, stations, breaks: breaks ?? [], doubtful: doubtful ?? [], otherPath };
}
