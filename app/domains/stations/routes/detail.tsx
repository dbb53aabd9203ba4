import { useLoaderData } from "@remix-run/react";
import { page } from "~/kernel/access/page.server";
import { allows } from "~/kernel/access/viewer";
import { problem } from "~/kernel/http/problem";
import { SvgMap } from "~/kernel/map/svg-map";
import { DetailScreen, screen, Section } from "~/kernel/screens";
import { today } from "~/kernel/time/today.server";
import { facilitiesIn } from "../labels";
import { may } from "../policy";
import { findStation, linesOfStation } from "../queries.server";
import { labelOf, staKinds, staStates } from "../schema";
import { surroundings } from "../surroundings.server";
import { stationUrl } from "../urls";
import styles from "../stations.module.css";

export const handle = screen({ title: (loaded: { station: { staName: string } }) => loaded.station.staName });

export const loader = page(may.read, async ({ viewer, params }) => {
  const station = await findStation(viewer, params.staUuid!);
  if (!station) throw problem.missing("站点");
  const [lines, { roads, nearest }] = await Promise.all([linesOfStation(viewer, station.staUuid, today()), surroundings(viewer, station)]);
  return { station, lines, roads, nearest, mayWrite: allows(viewer, may.write), mayRemove: allows(viewer, may.remove) };
});

const standings = { effective: "生效中", planned: "待生效", past: "已失效", draft: "草稿" };

export default function Station() {
  const { station, lines, roads, nearest, mayWrite, mayRemove } = useLoaderData<typeof loader>();
  const url = stationUrl(station);
  return (
    <DetailScreen
      note={station.staSelfCode}
      actions={
        <>
          <a className="button" href={`${url}/history`}>修改历史</a>
          {mayRemove && <a className="button" href={`${url}/delete`}>删除</a>}
          {mayWrite && <a className="button primary" href={`${url}/edit`}>编辑</a>}
        </>
      }
      sections={[
        {
          title: "基本信息",
          facts: [
            { label: "站点编号", value: station.staSelfCode },
            { label: "站点名称", value: station.staName },
            { label: "英文名称", value: station.nameEn },
            { label: "种类", value: labelOf(staKinds, station.staKind) },
            { label: "状态", value: labelOf(staStates, station.state) },
            { label: "设施", value: facilitiesIn(station.facilities) },
            { label: "坐标", value: `${station.lng.toFixed(6)}, ${station.lat.toFixed(6)}` },
            { label: "方位角", value: station.azimuth === null ? null : `${station.azimuth}°` },
            { label: "所在道路", value: [station.road, station.roadSide].filter(Boolean).join(" ") },
            { label: "最近道路", value: nearest ? `${nearest.roadName || "未命名道路"}，${nearest.distance.toFixed(0)} 米` : <span data-doubtful="">50 米内没有道路，请核对坐标</span> },
            { label: "行政区划", value: station.district },
            { label: "启用 / 停用", value: [station.openDate, station.stopDate].filter(Boolean).join(" 至 ") },
            { label: "地址", value: station.address, wide: true },
            { label: "周边", value: station.nearby, wide: true },
            { label: "备注", value: station.remark, wide: true },
          ],
        },
      ]}
    >
      <div className={styles.beside}>
        <Section title={`停靠线路（${new Set(lines.map((line) => line.lineUuid)).size}）`}>
          {lines.length === 0 ? <p className="quiet">没有线路停靠此站。</p> : (
            <ul className={styles.calls}>
              {lines.map((line, index) => (
                <li key={index}>
                  <a href={`/line/line-management/${line.lineUuid}?direction=${line.direction}`}>{line.lineName}</a> {line.direction === 1 ? "上行" : "下行"}第 {line.serial} 站
                  {line.standing !== "effective" && <span className="quiet">（{standings[line.standing]}）</span>}
                </li>
              ))}
            </ul>
          )}
        </Section>
        <Section title="位置">
          <SvgMap title={`${station.staName} 的位置`} roads={roads} marker={[station.lng, station.lat]} width={760} height={380} />
        </Section>
      </div>
    </DetailScreen>
  );
}
