import { ChartPicture } from "~/kit/page/charts/chart";
import { SvgMap } from "~/kit/page/map/svg-map";
import { Age } from "./age";
import type { Wall } from "./queries.server";
import { WallTables } from "./wall-tables";
import styles from "./wall.module.css";

export function WallScreen({ wall }: { wall: Wall }) {
  const { title, orgName, at, buses, eventsToday, openEvents, picture, chart } = wall;
  const figures = [
    { label: "在线车辆", value: buses.online, note: `共 ${buses.total} 辆` },
    { label: "离线车辆", value: buses.total - buses.online, note: "含停驶和维修" },
    { label: "围栏事件进行中", value: openEvents, note: openEvents > 0 ? "请处理" : "无", alarm: openEvents > 0 },
    { label: "今日围栏事件", value: eventsToday, note: "起" },
  ];
  return (
    <div className={styles.screen}>
      <header className={styles.head}>
        <h1>{title}</h1>
        <span>{orgName}</span>
        <Age />
        <span className={styles.at}>
          数据时间 <time>{at}</time>
        </span>
      </header>
      <ul className={styles.figures} aria-label="当天的数字">
        {figures.map(({ label, value, note, alarm }) => (
          <li key={label} data-alarm={alarm ? "" : undefined}>
            <span>{label}</span>
            <strong>{value}</strong>
            <small>{note}</small>
          </li>
        ))}
      </ul>
      <div className={styles.map}>
        <SvgMap
          fill
          title="车辆位置"
          description={picture.marks.length > 0 ? `图上有 ${picture.marks.length} 辆车。` : "一天内没有车辆上报位置。"}
          width={760}
          height={520}
          bounds={picture.box}
          roads={picture.roads}
          dots={picture.marks}
        />
        {picture.marks.length === 0 && <p className={styles.none}>一天内没有车辆上报位置</p>}
      </div>
      <WallTables wall={wall} />
      <section className={styles.hours}>
        <h2>最近 24 小时在线车辆</h2>
        <ChartPicture label="最近 24 小时每小时的在线车辆" svg={chart} />
      </section>
    </div>
  );
}
