import { fillPlaylists } from "~/transit/announcements/fill-playlists";
import type { Clip, CompiledLine, LineInput, LineStation, Node, Recipe } from "~/transit/announcements/model";
import { type Direction, directions } from "~/transit/announcements/words";
import { metresApart } from "~/transit/geo/metres";
import { distancesAlong } from "~/transit/geo/path";

type Side = Pick<LineInput, "directions" | "names">;
const both = [1, 2] as const;

/** Stations that came, went, moved or are called at in another order or with other settings. */
export function stationChanges(was: Side, now: Side): string[] {
  return both.flatMap((direction) => {
    const [old, fresh] = [callsOf(was, direction), callsOf(now, direction)];
    const came = [...fresh].flatMap(([call, one]) => (old.has(call) ? [] : [nameOf(one)]));
    const went = [...old].flatMap(([call, one]) => (fresh.has(call) ? [] : [nameOf(one)]));
    const stayed = [...fresh].flatMap(([call, one]) => (old.has(call) ? [{ one, before: old.get(call)! }] : []));
    const moved = stayed.flatMap(({ one, before }) => {
      const metres = Math.round(metresApart([before.lng, before.lat], [one.lng, one.lat]));
      return metres > 0 ? [`${nameOf(one)}（${metres} 米）`] : [];
    });
    const set = stayed.filter(({ one, before }) => settingsOf(one) !== settingsOf(before));
    const inOrder = [...old.keys()].filter((call) => fresh.has(call)).join();
    return [
      listed("新增", came),
      listed("取消", went),
      listed("移动", [...new Set(moved)]),
      listed(
        "改了半径、方位角、限速或类型",
        set.map(({ one }) => nameOf(one)),
      ),
      inOrder === [...fresh.keys()].filter((call) => old.has(call)).join() ? "" : "站序改变",
    ].flatMap((words) => (words ? [`${directions[direction]}${words}`] : []));
  });
}

export function pathChanges(was: Side, now: Side): string[] {
  return both.flatMap((direction) => {
    const [before, after] = [pathOf(was, direction), pathOf(now, direction)];
    if (JSON.stringify(before) === JSON.stringify(after)) return [];
    return [`${directions[direction]}路径（${kilometres(before)} → ${kilometres(after)}）`];
  });
}

/** Each name once, however often it is called at. */
export function nameChanges(was: Side, now: Side): string[] {
  const old = new Map(was.directions.flatMap((one) => one.stations.map((station) => [station.staUuid, station])));
  const lines = was.names.zh === now.names.zh ? [] : [`线路名 ${was.names.zh} → ${now.names.zh}`];
  const stations = now.directions.flatMap((one) => one.stations);
  const changed = stations.flatMap(({ staUuid, names }) => {
    const before = old.get(staUuid)?.names;
    if (!before) return [`新的站名 ${names.zh}`];
    return (["zh", "en"] as const).flatMap((language) =>
      before[language] === names[language] ? [] : [`${before[language] ?? "（空）"} → ${names[language] ?? "（空）"}`],
    );
  });
  return [...new Set([...lines, ...changed])];
}

interface FileSpeech {
  line: LineInput;
  recipe: Recipe;
  nodes: readonly Node[];
  clips: readonly Clip[];
}

/** Words heard from another sound than before, and those that nothing says any more. */
export function clipChanges(was: CompiledLine, { line, recipe, nodes, clips }: FileSpeech): string[] {
  const fill = fillPlaylists(line, recipe, clips);
  const items = nodes.flatMap((node) => fill(node).playlists.flatMap((playlist) => playlist.items));
  const known = new Map(clips.map((clip) => [clip.audioUuid, clip]));
  const shared = recipe.publicNodes.flatMap(({ playlists }) => playlists.flatMap((playlist) => playlist.items));
  const used = [
    ...items.flatMap(({ clip }) => clip ?? []),
    ...shared.flatMap((item) => ("audioUuid" in item ? (known.get(item.audioUuid) ?? []) : [])),
  ];
  const [sounds, words] = [
    new Set(was.clips.map(({ sha256 }) => sha256)),
    new Set(was.clips.map(({ language, text }) => `${language} ${text}`)),
  ];
  const fresh = used.filter(({ sha256 }) => !sounds.has(sha256));
  const said = (list: readonly { text: string }[]) => [...new Set(list.map(({ text }) => text))];
  const isKnown = ({ language, text }: Pick<Clip, "language" | "text">) => words.has(`${language} ${text}`);
  const described = [
    listed("换了声音", said(fresh.filter(isKnown))),
    listed("新的语音", said(fresh.filter((clip) => !isKnown(clip)))),
    listed("缺语音", [...new Set(items.flatMap((item) => (item.state === "missing" ? [item.words] : [])))]),
  ].filter(Boolean);
  return described.length > 0 ? described : ["文稿、喇叭或可选的语音有改动，现在播报的声音不变"];
}

/** A station's second call is another than its first. */
function callsOf(side: Side, direction: Direction): Map<string, LineStation> {
  const stations = side.directions.find((one) => one.direction === direction)?.stations ?? [];
  const counts = new Map<string, number>();
  return new Map(
    stations.map((one) => {
      const count = (counts.get(one.staUuid) ?? 0) + 1;
      counts.set(one.staUuid, count);
      return [`${one.staUuid} ${count}`, one];
    }),
  );
}

const pathOf = (side: Side, direction: Direction) =>
  (side.directions.find((one) => one.direction === direction)?.path ?? []).map(({ lng, lat }) => [lng, lat] as const);
const nameOf = ({ names }: LineStation) => names.zh ?? "";
const settingsOf = ({ azimuth, inRadius, outRadius, limitSpeed, staType }: LineStation) =>
  [azimuth, inRadius, outRadius, limitSpeed, staType].join();

const kilometres = (path: readonly (readonly [number, number])[]) =>
  `${((distancesAlong(path).at(-1) ?? 0) / 1000).toFixed(2)} 公里`;

const most = 10;

function listed(label: string, names: readonly string[]): string {
  if (names.length === 0) return "";
  return `${label} ${names.slice(0, most).join("、")}${names.length > most ? ` 等 ${names.length} 个` : ""}`;
}
