import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { Island } from "~/kit/page/islands/island";
import { LinePicture } from "~/kit/page/map/line-map";
import { operatorMap } from "~/kit/page/map/operator-map.server";
import { Heading, screen, Section } from "~/kit/page/screens";
import { events, nodeUses } from "~/transit/announcements/words";
import { may } from "../../policy";
import type { FileRow } from "../../schema";
import { soundOfFileUrl, stationVoiceUrl } from "../../urls";
import { driveTrip, tripSpeed, type TripStop } from "../drive-trip";
import { countHeard, heardNodes, isInside, type Side } from "../heard";
import { HeardCell } from "../heard-cell";
import { drawNodes, loadVoice } from "../load-voice.server";
import { TypedColumns } from "../node-table";
import type { TripPlayerProps } from "../trip-player.island";
import { voicePage } from "../urls";
import { VoiceCountsLine } from "../voice-counts";
import { VoiceTabs } from "../voice-tabs";
import scrolled from "~/kit/page/tables/scrolled-table.module.css";
import styles from "../voice.module.css";

export const handle = screen({
  title: ({ file }: { file: FileRow }) => `试听全程 ${file.lineName} ${file.classifyName}`,
  under: ({ file }: { file: FileRow }) => [{ title: "站点语音", href: stationVoiceUrl(file) }],
});

export const loader = page(may.read, async (call) => {
  const { content, tabs, direction, driven } = await loadVoice(call);
  const heard = heardNodes(content, direction);
  const stops = driveTrip(driven, heard, content.line.isLoop);
  return {
    file: content.file,
    tabs,
    direction,
    stops,
    isLoop: content.line.isLoop,
    drawing: drawNodes(
      driven,
      stops.map(({ node }) => node),
    ),
    settings: await operatorMap(),
    counts: countHeard(stops),
  };
});

export default function Trip() {
  const { file, tabs, direction, stops, drawing, settings, counts, isLoop } = useLoaderData<typeof loader>();
  const silent = stops.filter(({ seconds }) => seconds === undefined).length;
  const props: TripPlayerProps = {
    title: `${file.lineName}的行程`,
    settings,
    direction,
    isLoop,
    dataUrl: voicePage(file, "drawing", direction),
    nodes: stops.map(({ node: { serial, staSerial, event, lng, lat, azimuth, radius, distance } }) => ({
      direction,
      serial,
      staSerial,
      event,
      lng,
      lat,
      azimuth,
      radius,
      distance,
    })),
  };
  return (
    <>
      <Heading note={`按 ${tripSpeed} 公里/时匀速行驶`} />
      <VoiceTabs tabs={tabs} current={direction} />
      <VoiceCountsLine counts={counts} />
      {silent > 0 && <p className="notice bad">有 {silent} 个节点全程没有触发：请检查它的位置、半径和方位角。</p>}
      <Section title="地图">
        <Island name="tripPlayer" props={props} when="visible">
          <LinePicture title={props.title} drawing={drawing} width={960} height={360} />
        </Island>
      </Section>
      <Section title={`播报顺序（${stops.length}）`}>
        <TripTable stops={stops} soundOf={(serial, side) => soundOfFileUrl(file, `${direction}-${side}`, serial)} />
      </Section>
    </>
  );
}

interface TripTableProps {
  stops: readonly TripStop[];
  soundOf: (serial: number, side: Side) => string;
}

function TripTable({ stops, soundOf }: TripTableProps) {
  if (stops.length === 0) return <p className="quiet">这个方向没有要播报的节点。</p>;
  return (
    <div className={`${scrolled.scroller} ${styles.scroller}`} tabIndex={0} role="region" aria-label="播报顺序">
      <table className={`${scrolled.texts} ${styles.nodes}`}>
        <caption className="unseen">按行驶顺序播报的内容</caption>
        <thead>
          <tr>
            <th scope="col" className={scrolled.right}>
              时间
            </th>
            <th scope="col" className={scrolled.right}>
              里程（米）
            </th>
            <th scope="col">节点</th>
            <th scope="col">车内</th>
            <th scope="col">车外</th>
            <th scope="col">显示屏</th>
          </tr>
        </thead>
        <tbody>
          {stops.map(({ node, speakers, texts, seconds, metres }) => (
            <tr key={node.nodeUuid} data-station-serial={node.serial}>
              <td className={scrolled.right}>
                {seconds === undefined ? <span className={styles.wrong}>没有触发</span> : clock(seconds)}
              </td>
              <td className={scrolled.right}>{metres ?? "—"}</td>
              <td>
                {node.name}
                <div className="quiet">{node.event ? events[node.event] : nodeUses[node.use]}</div>
                <TypedColumns extra={node.extra} />
              </td>
              <td data-heard="inside">
                <HeardCell speakers={speakers.filter(isInside)} sound={soundOf(node.serial, "inside")} />
              </td>
              <td data-heard="outside">
                <HeardCell
                  speakers={speakers.filter((one) => !isInside(one))}
                  sound={soundOf(node.serial, "outside")}
                />
              </td>
              <td>
                {texts.map(({ text, seconds: shown }, at) => (
                  <div key={at}>
                    {text} <span className="quiet">{shown} 秒</span>
                  </div>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(Math.round(seconds) % 60).padStart(2, "0")}`;
