import { ChartPicture } from "~/kit/page/charts/chart";
import { SvgMap } from "~/kit/page/map/svg-map";
import { Age } from "./age";
import type { Wall } from "./queries.server";
import styles from "./wall.module.css";

export function WallScreen({ wall }: { wall: Wall }) {
  const { title, orgName, at, buses, eventsToday, openEvents, urgent, picture, chart } = wall;
  const figures = [
    { label: "在线车辆", value: buses.online, note: `共 ${buses.total} 辆` },
    { label: "离线车辆", value: buses.total - buses.online, note: "含停驶和维修" },
    { label: "紧急报警未处理", value: urgent, note: urgent > 0 ? "请处理" : "无", alarm: urgent > 0 },
    { label: "事件进行中", value: openEvents, note: `今日 ${eventsToday} 起`, alarm: openEvents > 0 },
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

function WallTables({ wall: { lines, moreLines, events, openEvents } }: { wall: Wall }) {
  return (
    <>
      <section className={styles.lines}>
        <table>
          <caption>各线路{moreLines > 0 && <small>（另有 {moreLines} 条线路未显示）</small>}</caption>
          <thead>
            <tr>
              <th scope="col">线路</th>
              <th scope="col">在线</th>
              <th scope="col">离线</th>
              <th scope="col">共</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ key, name, online, total }) => (
              <tr key={key}>
                <th scope="row">{name ?? "未安排线路"}</th>
                <td>{online === 0 ? "无" : online}</td>
                <td>{total - online}</td>
                <td>{total}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {lines.length === 0 && <p>这个机构还没有车辆。</p>}
      </section>
      <section className={styles.events}>
        <h2>紧急报警和进行中的事件</h2>
        {events.length === 0 && <p>没有未处理的紧急报警，也没有进行中的事件。</p>}
        <ul>
          {events.map(({ eventUuid, at, busSelfCode, words, fenceName, isUrgent }) => (
            <li key={eventUuid} data-alarm={isUrgent ? "" : undefined}>
              <time>{at.slice(0, 5)}</time> <strong>{busSelfCode}</strong> {words}
              {fenceName && `：${fenceName}`}
            </li>
          ))}
        </ul>
        {openEvents > events.length && <p>共 {openEvents} 起进行中，这里只显示最近的。</p>}
      </section>
    </>
  );
}
