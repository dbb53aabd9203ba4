import type { CompiledLine, CompiledNode, LineDirection, Names } from "../model";
import type { VoiceUse } from "../words";
import { joinItems, type NamedClip } from "./name-clips";

export function stationRows(
  { stations }: LineDirection,
  nodes: readonly CompiledNode[],
  clips: readonly NamedClip[],
  line: CompiledLine,
) {
  let before = 0;
  return stations.map((station, at) => {
    const [arrival, departure] = [0, 1].map((use) => nodes.find((one) => one.staSerial === at + 1 && one.use === use));
    const sound = clips.find(({ clip }) => clip.text === station.names.zh)?.name;
    const inside = (node: CompiledNode | undefined, use: VoiceUse) =>
      joinItems(node?.playlists.find(({ voiceUse }) => voiceUse === use)?.items ?? [], clips);
    const distance = Math.round((arrival ?? departure)?.distance ?? before);
    const gap = distance - before;
    before = distance;
    const { staUuid, code, names, lng, lat, azimuth, limitSpeed, staType, serial, inRadius, outRadius } = station;
    return {
      staUuid,
      code,
      name: names.zh,
      sound,
      soundName: sound,
      lng,
      lat,
      azimuth,
      limitSpeed,
      distance,
      gap,
      staType,
      departing: inside(departure, 3),
      arriving: inside(arrival, 1),
      broadcast: Boolean((arrival ?? departure)?.isBroadcast) && line.nodes.length > 0,
      fare: "",
      serial,
      inRadius,
      outRadius,
      ...otherNames(names),
    };
  });
}

export function otherNames({ yue, en, other }: Names) {
  return { nameYue: yue, nameEn: en, nameOther: other };
}
