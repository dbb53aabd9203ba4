import { errorOf, type Field, fieldValues } from "~/kit/page/forms/field";
import type { Choice } from "~/kit/page/forms/field";
import styles from "../issue-tasks.module.css";

interface Props {
  field: Field;
  keyword: string;
  pageNum: number;
  pages: number;
  total: number;
  offered: readonly Choice[];
  /** Ticked on other pages or in other searches. */
  elsewhere: readonly Choice[];
}

/** Files to tick, a page of those that a search finds, with all that are ticked already; each button keeps the ticks. */
export function FileTicks({ field, keyword, pageNum, pages, total, offered, elsewhere }: Props) {
  const ticked = new Set([...fieldValues(field), ...elsewhere.map(({ value }) => value)]);
  const wrong = errorOf(field);
  return (
    <div id={field.id} className={styles.files} aria-describedby={wrong && `${field.id}-error`}>
      <p>
        <input
          type="search"
          name="keyword"
          defaultValue={keyword}
          placeholder="名称、编号、版本或拼音"
          aria-label="查找文件"
          maxLength={64}
          autoComplete="off"
        />{" "}
        <button className="button" name="toPage" value="1" formNoValidate>
          查找
        </button>{" "}
        <span className="quiet" role="status">
          {keyword ? `“${keyword}”找到 ${total} 个` : `共 ${total} 个`}
          {elsewhere.length > 0 && `，另外已选 ${elsewhere.length} 个`}
        </span>
      </p>
      <input type="hidden" name="sought" value={keyword} />
      {wrong && (
        <p id={`${field.id}-error`} className="notice bad" role="alert">
          {wrong}
        </p>
      )}
      <Ticks name={field.name} title="文件" choices={offered} ticked={ticked} />
      {pages > 1 && (
        <p>
          {pageNum > 1 && (
            <button className="button" name="toPage" value={pageNum - 1} formNoValidate>
              上一页
            </button>
          )}{" "}
          第 {pageNum} 页，共 {pages} 页{" "}
          {pageNum < pages && (
            <button className="button" name="toPage" value={pageNum + 1} formNoValidate>
              下一页
            </button>
          )}
        </p>
      )}
      {elsewhere.length > 0 && <Ticks name={field.name} title="另外已选" choices={elsewhere} ticked={ticked} />}
    </div>
  );
}

function Ticks({
  name,
  title,
  choices,
  ticked,
}: {
  name: string;
  title: string;
  choices: readonly Choice[];
  ticked: ReadonlySet<string>;
}) {
  return (
    <fieldset className={styles.ticks}>
      <legend>{title}</legend>
      {choices.length === 0 && <p className="quiet">没有找到，请换一个词。</p>}
      {choices.map(({ value, label }) => (
        <label key={value}>
          <input type="hidden" name="shown" value={value} />
          <input type="checkbox" name={name} value={value} defaultChecked={ticked.has(value)} /> {label}
        </label>
      ))}
    </fieldset>
  );
}
