import { metresText } from "~/kit/page/map/line-drawing";
import { SvgMap } from "~/kit/page/map/svg-map";
import { StationFinder } from "../finder/station-finder";
import { SequenceRows } from "../sequence-rows";
import type { MapScreenProps } from "./map-screen";
import { type PathText, textLabels } from "./plan-text";
import { formatVersions } from "./station-versions";
import styles from "./map-editor.module.css";

export function PlainEditor({
  title,
  direction,
  rows,
  problems,
  text,
  errors,
  picture,
  metres,
  mayMove,
  showSpacing,
  finder,
  from,
  to,
  known,
}: MapScreenProps) {
  const area = (field: keyof PathText, lines: number, hint: string) => (
    <div className={styles.area}>
      <label htmlFor={`map-${field}`}>{textLabels[field]}</label>
      <textarea
        id={`map-${field}`}
        name={`map.${field}`}
        rows={lines}
        defaultValue={text[field]}
        spellCheck={false}
        autoComplete="off"
        aria-invalid={errors.some((one) => one.field === field) || undefined}
        aria-describedby={`map-${field}-hint`}
      />
      <p id={`map-${field}-hint`} className="quiet">
        {hint}
      </p>
    </div>
  );
  return (
    <>
      <StationFinder {...finder} otherwise="最顺路处" />
      <div className={styles.beside}>
        <div className={styles.picture}>
          <SvgMap
            fill
            title={title}
            width={820}
            height={600}
            roads={picture.roads}
            {...picture.drawing}
            spacing={showSpacing}
          />
        </div>
        <div className={styles.text}>
          <p className={styles.length}>{metres === null ? "还没有路径" : `路径 ${metresText(metres)}`}</p>
          <div className={styles.route}>
            <label>
              从第 <input name="from" inputMode="numeric" size={3} defaultValue={from} autoComplete="off" /> 站
            </label>
            <label>
              到第 <input name="to" inputMode="numeric" size={3} defaultValue={to} autoComplete="off" /> 站（空为全程）
            </label>
            <button className="button" name="do" value="route">
              沿道路重算
            </button>
            <button className="button" name="do" value="trim">
              裁掉首末站外的路径
            </button>
            <button className="button" name="do" value="show">
              重画图
            </button>
          </div>
          {area("path", 12, "每行一个点：经度,纬度（WGS84），按行驶方向")}
          {area("vias", 3, "每行一个：站序,经度,纬度；路径在这一站之后必须经过它")}
          {area("freeHand", 2, "每行一段：起始行-结束行，指路径坐标的行；沿道路重算时不改动")}
          {mayMove && (
            <>
              <input type="hidden" name="map.seen" value={formatVersions(known)} />
              <div className={styles.route}>
                <label>
                  移动第 <input name="which" inputMode="numeric" size={3} autoComplete="off" /> 站
                </label>
                <button className="button" name="do" value="place">
                  填入现在的位置
                </button>
              </div>
              {area("moves", 2, "每行一个：站点编号,经度,纬度；保存时改写站点资料，经过该站的线路都会变")}
            </>
          )}
          {!mayMove && <input type="hidden" name="map.moves" value={text.moves} />}
        </div>
      </div>
      <SequenceRows direction={direction} rows={rows} problems={problems} showSpacing={showSpacing} />
    </>
  );
}
