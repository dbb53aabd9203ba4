import type { SerializeFrom } from "@remix-run/node";
import { OnceField } from "~/kit/page/forms/once";
import { Island } from "~/kit/page/islands/island";
import type { Direction } from "~/domains/lines/directions";
import type { LineMapEditorProps } from "./map-editor.island";
import type { editedMap } from "./map-answers.server";
import { PlainEditor } from "./plain-editor";
import { textLabels } from "./plan-text";
import lines from "~/domains/line-versions/lines.module.css";
import styles from "./map-editor.module.css";

export interface MapScreenProps extends SerializeFrom<typeof editedMap> {
  title: string;
  direction: Direction;
  showSpacing: boolean;
  lineUrl: string;
  action: string;
  cancelTo: string;
}

/** The form in which a direction is drawn: a picture with the path as text, or the live map in their place. */
export function MapScreen(props: MapScreenProps) {
  const { direction, rows, problems, errors, known, picture, notice, version, unread, cancelTo } = props;
  const { title, breaks, bases, mayMove, showSpacing, unsaved, lineUrl } = props;
  const { settings } = picture;
  const live = { title, direction, known, breaks, settings, bases, mayMove, showSpacing, unsaved, lineUrl };
  const readable = !unread && rows.every(({ staUuid }) => known.some((one) => one.staUuid === staUuid));
  const fields = <PlainEditor {...props} />;
  const wrong = problems.filter(({ level }) => level === "error");
  return (
    <form method="post" action={props.action} className={styles.form}>
      <OnceField />
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
      {notice && (
        <p role="status" className="notice warn">
          {notice}
        </p>
      )}
      {readable ? (
        <Island name="lineMapEditor" props={live satisfies LineMapEditorProps}>
          {fields}
        </Island>
      ) : (
        fields
      )}
      <div className={lines.saving}>
        {props.confirm && (
          <label>
            <input type="checkbox" name="acknowledged" defaultChecked={props.acknowledged} /> 我已核对移动站点影响的线路
          </label>
        )}
        <label>
          修改原因 <input name="reason" defaultValue={props.reason} maxLength={255} autoComplete="off" />
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
