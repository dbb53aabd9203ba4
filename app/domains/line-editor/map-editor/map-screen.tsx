import { Island } from "~/kit/page/islands/island";
import { metresText } from "~/kit/page/map/line-drawing";
import { SvgMap } from "~/kit/page/map/svg-map";
import type { Direction } from "~/domains/lines/directions";
import type { EditedRow } from "../editor.server";
import { type FinderShown, StationFinder } from "../finder/station-finder";
import type { LinePicture } from "~/domains/line-versions/queries.server";
import type { SequenceProblem } from "~/domains/line-versions/sequence/sequence-check";
import { SequenceRows } from "../sequence-rows";
import type { BaseOffer } from "./base-offers";
import type { LineMapEditorProps } from "./map-editor.island";
import type { Break } from "./gaps-of";
import type { KnownPlace } from "./model";
import { seenText } from "./seen-versions";
import type { LineFault, PathText } from "./plan-text";
import { textLabels } from "./text-labels";
import styles from "./map-editor.module.css";

export interface MapScreenProps {
  title: string;
  direction: Direction;
  rows: EditedRow[];
  problems: SequenceProblem[];
  text: PathText;
  breaks: Break[];
  /** Lines of the text that cannot be read. */
  errors: LineFault[];
  known: KnownPlace[];
  picture: LinePicture;
  bases: BaseOffer[];
  /** Of the whole path; null where there is none. */
  metres: number | null;
  mayMove: boolean;
  showSpacing: boolean;
  /** What the last button did, in words. */
  told: string | null;
  finder: FinderShown;
  from?: string;
  to?: string;
  reason?: string;
  version: number;
  /** Something was typed or changed that is not saved. */
  unsaved: boolean;
  /** The text cannot be read, so no map can show it. */
  unread: boolean;
  /** Asks to confirm what a moved station concerns. */
  confirm: boolean;
  acknowledged: boolean;
  lineUrl: string;
  action: string;
  cancelTo: string;
}

/** The form in which a direction is drawn: a picture with the path as text, or the live map in their place. */
export function MapScreen(props: MapScreenProps) {
  const {
    title,
    direction,
    rows,
    problems,
    errors,
    breaks,
    known,
    picture,
    bases,
    mayMove,
    showSpacing,
    told,
    reason,
    version,
    unsaved,
    unread,
    confirm,
    acknowledged,
    lineUrl,
    action,
    cancelTo,
  } = props;
  const wrong = problems.filter(({ level }) => level === "error");
  const island: LineMapEditorProps = {
    title,
    direction,
    known,
    breaks,
    settings: picture.settings,
    bases,
    mayMove,
    showSpacing,
    unsaved,
    lineUrl,
  };
  const readable = !unread && rows.every(({ staUuid }) => known.some((one) => one.staUuid === staUuid));
  const fields = <PlainEditor {...props} />;
  return (
    <form method="post" action={action} className={styles.form}>
      <input type="hidden" name="version" value={version} />
      {wrong.length + errors.length > 0 && (
        <div role="alert" className="notice bad" tabIndex={-1} autoFocus>
          <strong>有 {wrong.length + errors.length} 处需要修改</strong>
          <ul>
            {errors.map(({ field, line, message, staUuid }, at) => (
              <li key={at}>
                <a href={`#map-${field}`}>
                  {textLabels[field]}
                  {line > 0 && `第 ${line} 行`}：{message}
                </a>
                {staUuid && (
                  <>
                    {" "}
                    <button className="button small" name="do" value={`unmove:${staUuid}`}>
                      采用对方的位置
                    </button>
                  </>
                )}
              </li>
            ))}
            {wrong.map(({ row, message }, at) => (
              <li key={at}>{row > 0 ? `第 ${row} 站：${message}` : message}</li>
            ))}
          </ul>
        </div>
      )}
      {told && (
        <p role="status" className="notice warn">
          {told}
        </p>
      )}
      {readable ? (
        <Island name="lineMapEditor" props={island}>
          {fields}
        </Island>
      ) : (
        fields
      )}
      <div className={styles.foot}>
        {confirm && (
          <label>
            <input type="checkbox" name="acknowledged" defaultChecked={acknowledged} /> 我已核对移动站点影响的线路
          </label>
        )}
        <label>
          修改原因 <input name="reason" defaultValue={reason} maxLength={255} autoComplete="off" />
        </label>
        <button className="button primary" name="do" value="save">
          保存到草稿
        </button>
        <button className="button" name="do" value="stay">
          保存并继续编辑
        </button>
        <a className="button" href={cancelTo}>
          取消
        </a>
      </div>
    </form>
  );
}

function PlainEditor({
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
    <TextArea
      field={field}
      lines={lines}
      hint={hint}
      value={text[field]}
      wrong={errors.some((one) => one.field === field)}
    />
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
              <input type="hidden" name="map.seen" value={seenText(known)} />
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

function TextArea({
  field,
  lines,
  hint,
  value,
  wrong,
}: {
  field: keyof PathText;
  lines: number;
  hint: string;
  value: string;
  wrong: boolean;
}) {
  const id = `map-${field}`;
  return (
    <div className={styles.area}>
      <label htmlFor={id}>{textLabels[field]}</label>
      <textarea
        id={id}
        name={`map.${field}`}
        rows={lines}
        defaultValue={value}
        spellCheck={false}
        autoComplete="off"
        aria-invalid={wrong || undefined}
        aria-describedby={`${id}-hint`}
      />
      <p id={`${id}-hint`} className="quiet">
        {hint}
      </p>
    </div>
  );
}
