import { azimuthAt, drivenPath, placeAt } from "~/transit/announcements/driven-path";
import { beginTrip, drive, type HeardNode, prepareTerminal } from "~/transit/announcements/terminal";
import type { Direction } from "~/transit/announcements/words";
import type { LngLat } from "~/transit/geo/lng-lat";
import type { TripControls } from "./trip-controls.client";

interface TripRun {
  direction: Direction;
  isLoop: boolean;
  nodes: readonly (HeardNode & { distance: number })[];
  path: readonly LngLat[];
  controls: TripControls;
  show: (place: LngLat, azimuth: number) => void;
  play: (serial: number, side: "inside" | "outside", signal: AbortSignal) => Promise<void>;
  say: (text: string) => void;
}

const metresPerSecond = 30 / 3.6;
/** Metres between two positions that the terminal hears of: those of one second at 30 km/h. */
const step = metresPerSecond;

/** Drives the path as long as it is asked to; gives back what ends it. @public */
export function runTrip({ direction, isLoop, nodes, path, controls, show, play, say }: TripRun): () => void {
  const driven = drivenPath({ path: path.map(([lng, lat]) => ({ lng, lat, distance: 0 })), stations: [] });
  const terminal = prepareTerminal(nodes, isLoop);
  const distances = new Map(nodes.map(({ serial, distance }) => [serial, distance]));
  let [metres, reached, running, speaking, frame, lastAt] = [0, 0, false, false, 0, 0];
  let trip = beginTrip(direction);
  let playing = new AbortController();

  const draw = () => {
    show(placeAt(driven, metres), azimuthAt(driven, metres));
    controls.show({ running, share: driven.length > 0 ? metres / driven.length : 0 });
  };
  const hear = (at: number) => {
    const { serial } = terminal.nodes[at]!;
    for (const row of document.querySelectorAll<HTMLElement>("[data-station-serial]")) {
      const isIt = Number(row.dataset.stationSerial) === serial;
      row.toggleAttribute("data-playing", isIt);
      if (isIt) row.scrollIntoView({ block: "nearest" });
    }
    say(`第 ${serial} 个节点播报`);
    const side = controls.side();
    if (side === "none") return;
    playing.abort();
    const mine = (playing = new AbortController());
    speaking = true;
    void play(serial, side, mine.signal).then(() => {
      if (mine === playing) speaking = false;
    });
  };
  const advance = (to: number) => {
    while (reached + step <= to) {
      reached += step;
      const [lng, lat] = placeAt(driven, reached);
      const fix = { time: reached / metresPerSecond, lng, lat, speed: 30, heading: azimuthAt(driven, reached, 5) };
      const next = drive(terminal, trip, fix);
      trip = next.trip;
      if (next.fired !== null) hear(next.fired);
    }
    metres = to;
  };
  const tick = (now: number) => {
    const passed = Math.min(0.1, (now - lastAt) / 1000);
    lastAt = now;
    if (!(speaking && controls.waits()))
      advance(Math.min(driven.length, metres + passed * metresPerSecond * controls.pace()));
    if (metres >= driven.length) running = false;
    draw();
    frame = running ? requestAnimationFrame(tick) : 0;
  };
  const stopSound = () => {
    playing.abort();
    speaking = false;
  };
  controls.onRun(() => {
    running = !running;
    if (!running) stopSound();
    else if (metres >= driven.length) seek(0);
    if (running && !frame) frame = requestAnimationFrame((now) => ((lastAt = now), tick(now)));
    draw();
  });
  controls.onSeek((share) => seek(share * driven.length));
  const seek = (to: number) => {
    stopSound();
    trip = beginTrip(direction);
    // Where one goes on from, what lies before has been heard.
    const before = terminal.nodes.flatMap(({ serial }, at) => (distances.get(serial)! < to ? [at] : []));
    if (before.length > 0) trip = { ...trip, played: new Set(before), last: before.at(-1)! };
    [metres, reached] = [to, to];
    draw();
  };
  draw();
  return () => {
    cancelAnimationFrame(frame);
    stopSound();
  };
}
