import { useLoaderData } from "@remix-run/react";
import { devicesOf } from "~/domains/devices/queries.server";
import { deviceRoom } from "~/domains/devices/room";
import { readLineView } from "~/domains/parameters/queries.server";
import { directionName } from "~/domains/parameters/schema";
import { page } from "~/kit/page/http/page.server";
import { allows } from "~/kit/data/access/viewer";
import { readAsOf } from "~/kit/page/http/as-of";
import { SvgMap } from "~/kit/page/map/svg-map";
import { roomRecord } from "~/kit/room/served-pages.server";
import { recordUrl } from "~/kit/room/room";
import { factsOf } from "~/kit/room/words";
import { AsOf, Facts, screen, Section } from "~/kit/page/screens";
import { Picture } from "~/kit/room/picture";
import { RecordScreen, recordTitle } from "~/kit/room/screens";
import { today } from "~/kit/ground/time/today.server";
import { ShortSound } from "~/kit/page/sounds/short-sound";
import { type LineAtStation, linesOfStation } from "../queries.server";
import { readingWords } from "../readings/names.server";
import { LineTable } from "../line-table";
import { stationRoom } from "../room";
import { stations } from "../room.server";
import { findNearRoad, loadSurroundings } from "../surroundings.server";
import styles from "../stations.module.css";

export const handle = screen({ title: recordTitle(stationRoom) });

export const loader = page(stationRoom.may.read, (call) =>
  roomRecord(call, stations, async (viewer, station) => {
    const asOf = readAsOf(call.url);
    const [calling, bound, around, nearest, view, reading] = await Promise.all([
      linesOfStation(viewer, station.staUuid, asOf ?? today()),
      devicesOf(viewer, "station", station.staUuid),
      loadSurroundings(viewer, station),
      findNearRoad(viewer, station),
      readLineView(),
      readingWords(station),
    ]);
    const named = calling.map((line) => ({
      ...line,
      directionName: directionName(line.lineType, line.direction, view),
    }));
    return {
      asOf,
      reading,
      lines: named,
      devices: bound,
      opens: {
        lines: allows(viewer, "line.read"),
        review: allows(viewer, "line.write"),
        devices: allows(viewer, deviceRoom.may.read),
        binds: allows(viewer, deviceRoom.may.bind),
      },
      ...around,
      nearest,
    };
  }),
);

export default function Station() {
  const { record: station, asOf, reading, lines, devices, opens, roads, nearest } = useLoaderData<typeof loader>();
  const road = nearest ? (
    `${nearest.roadName || "未命名道路"}，${nearest.distance.toFixed(0)} 米`
  ) : (
    <span data-doubtful="">50 米内没有道路，请核对坐标</span>
  );
  const across = station.oppositeSta && (
    <a href={recordUrl(stationRoom, { staUuid: station.oppositeSta })}>
      {station.oppositeName} {station.oppositeCode}
    </a>
  );
  const running = lines.filter(({ standing }) => standing === "effective");
  const { words } = stationRoom;
  const facts = [
    ...factsOf(words, station, ["staSelfCode", "staName", "nameEn", "staKind", "state", "facilities", "isShare"]),
    {
      label: words.labels.pronunciation!,
      value: (
        <>
          {reading}{" "}
          <ShortSound src={`${recordUrl(stationRoom, station)}/name-sound`} label={`朗读 ${station.staName}`} />
        </>
      ),
      wide: true,
    },
    { label: "坐标", value: `${station.lng.toFixed(6)}, ${station.lat.toFixed(6)}` },
    { label: "最近道路", value: road },
    ...factsOf(words, station, ["azimuth", "road", "roadSide"]),
    { label: words.labels.oppositeSta!, value: across },
    ...factsOf(words, station, ["district", "openDate", "stopDate"]),
    ...factsOf(words, station, ["address", "nearby", "remark"], { wide: true }),
  ];
  return (
    <RecordScreen room={stationRoom} sections={[]}>
      <div className={styles.beside}>
        <div>
          <Section title="基本信息">
            <Facts facts={facts} />
          </Section>
          <Section
            title={`设备（${devices.length}）`}
            actions={
              opens.binds && <a href={`${deviceRoom.url}/bind-one?to=station&owner=${station.staUuid}`}>绑定设备</a>
            }
          >
            {devices.length === 0 ? (
              <p className="quiet">没有设备绑定此站。</p>
            ) : (
              <ul className={styles.calls}>
                {devices.map((device) => (
                  <li key={device.devUuid}>
                    {opens.devices ? (
                      <a href={`/device/device-management/${device.devUuid}`}>{device.devSelfCode}</a>
                    ) : (
                      device.devSelfCode
                    )}{" "}
                    {device.modelNum} <span className="quiet">{device.connectState ? "在线" : "离线"}</span>
                  </li>
                ))}
              </ul>
            )}
          </Section>
        </div>
        <div>
          <Section title="位置">
            <div className={styles.place}>
              <SvgMap
                title={`${station.staName} 的位置`}
                roads={roads}
                marker={[station.lng, station.lat]}
                width={680}
                height={380}
              />
              <Picture room={stationRoom} record={station} />
            </div>
          </Section>
          <Section
            title={`停靠线路（${new Set(running.map((line) => line.lineUuid)).size}）`}
            actions={<AsOf asOf={asOf} />}
          >
            <LineTable lines={dropRepeatedCalls(lines)} opens={opens.lines} mayReview={opens.review} asOf={asOf} />
            {running.length === 0 && <p className="quiet">{asOf ? "这一天" : "现在"}没有线路停靠此站。</p>}
          </Section>
        </div>
      </div>
    </RecordScreen>
  );
}

/** A call of the day once; what is planned, past or a draft only where it is another call. */
function dropRepeatedCalls<Line extends LineAtStation>(lines: readonly Line[]): Line[] {
  const call = ({ lineUuid, direction, serial }: LineAtStation) => [lineUuid, direction, serial].join();
  const now = new Set(lines.filter(({ standing }) => standing === "effective").map(call));
  return lines.filter((line) => line.standing === "effective" || !now.has(call(line)));
}
