import { ClickMap, type ClickMapPicture } from "~/kit/page/map/click-map";
import type { Via } from "~/domains/line-versions/schema";
import type { Query } from "~/domains/lines/urls";
import styles from "~/domains/line-versions/lines.module.css";

interface GapPanelProps {
  name: string;
  vias: readonly Via[];
  query: Query;
  picture: ClickMapPicture;
  typed: { lng: string; lat: string };
  error: string | null;
  withoutUrl: (at: number) => string;
  closeUrl: string;
}

const axes = [
  { name: "lng", label: "经度", example: 116.38 },
  { name: "lat", label: "纬度", example: 39.87 },
] as const;

export function GapPanel({ name, vias, query, picture, typed, error, withoutUrl, closeUrl }: GapPanelProps) {
  const kept = Object.entries(query).map(
    ([key, value]) => value && <input key={key} type="hidden" name={key} value={value} />,
  );
  return (
    <section aria-label={`途经点：${name}`}>
      <p>
        <strong>{name}</strong> 的途经点：点击地图，或输入坐标。<a href={closeUrl}>返回整条路径</a>
      </p>
      {error && (
        <p role="alert" id="via-error" className="notice bad">
          {error}
        </p>
      )}
      <form method="get">
        {kept}
        <ClickMap name="at" label={`${name}的地图，点击处成为途经点`} picture={picture} />
      </form>
      <form method="get" className={styles.foot}>
        {kept}
        {axes.map(({ name: axis, label, example }) => (
          <label key={axis}>
            {label}{" "}
            <input
              name={axis}
              inputMode="decimal"
              size={11}
              defaultValue={typed[axis]}
              placeholder={`例如 ${example}`}
              aria-describedby={error ? "via-error" : undefined}
            />
          </label>
        ))}
        <button className="button" name="add" value="1">
          加途经点
        </button>
      </form>
      {vias.length === 0 ? (
        <p>还没有途经点，路径由起止两站决定。</p>
      ) : (
        <ol className={styles.found}>
          {vias.map(({ lng, lat }, at) => (
            <li key={at}>
              途经点 {at + 1}：{lng.toFixed(6)}，{lat.toFixed(6)}{" "}
              <a href={withoutUrl(at)} aria-label={`去掉途经点 ${at + 1}`}>
                去掉
              </a>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
