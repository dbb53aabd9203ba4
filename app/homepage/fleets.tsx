import { ChartPicture } from "~/kit/page/charts/chart";
import { Section } from "~/kit/page/screens";
import styles from "./homepage.module.css";

export interface Fleets {
  svg: string;
  /** The same figures to be read aloud. */
  words: string;
  /** Organisations that are not drawn. */
  left: number;
}

export function FleetChart({ fleets, isDemo }: { fleets: Fleets; isDemo: boolean }) {
  return (
    <Section title="各机构在线车辆" actions={<a href="/bus/bus-monitor">打开车辆监控</a>}>
      <ChartPicture className={styles.chart} label={`各机构在线车辆：${fleets.words}`} svg={fleets.svg} />
      {isDemo && <p className="quiet">演示：车辆位置由程序模拟，有真实设备上报后自动停止。</p>}
      {fleets.left > 0 && <p className="quiet">另有 {fleets.left} 个车辆较少的机构未画出。</p>}
    </Section>
  );
}
