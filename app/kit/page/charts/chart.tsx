import { Island } from "~/kit/page/islands/island";
import type { ChartOption } from "./parts";
import styles from "./chart.module.css";

interface ChartProps {
  label: string;
  option: ChartOption;
  svg: string;
  height: number;
}

/** A chart: the server's SVG, which comes alive where a person points at it: what draws it is half a megabyte. Put the figures themselves in a table beside it. */
export function Chart({ label, option, svg, height }: ChartProps) {
  return (
    <figure className={styles.chart} aria-label={label} style={{ minHeight: height }}>
      <Island name="chart" when="interaction" props={{ option, height, label }}>
        <ChartPicture label={label} svg={svg} />
      </Island>
    </figure>
  );
}

/** The server's SVG alone, drawn by draw.server. */
export const ChartPicture = ({ label, svg, className }: { label: string; svg: string; className?: string }) => (
  <div className={className} role="img" aria-label={label} dangerouslySetInnerHTML={{ __html: svg }} />
);
