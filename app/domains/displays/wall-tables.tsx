import type { Wall } from "./queries.server";
import styles from "./wall.module.css";

export function WallTables({ wall: { lines, moreLines, events, openEvents } }: { wall: Wall }) {
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
        <h2>进行中的围栏事件</h2>
        {events.length === 0 && <p>没有进行中的围栏事件。</p>}
        <ul>
          {events.map(({ eventUuid, at, busSelfCode, words, fenceName }) => (
            <li key={eventUuid}>
              <time>{at.slice(0, 5)}</time> <strong>{busSelfCode}</strong> {words}：{fenceName}
            </li>
          ))}
        </ul>
        {openEvents > events.length && <p>另有 {openEvents - events.length} 起未显示。</p>}
      </section>
    </>
  );
}
