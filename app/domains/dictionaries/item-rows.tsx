import { isFixed, itemField, type TypedItem, usesOf } from "./item-form";
import table from "~/kit/page/forms/row-table.module.css";
import styles from "./dictionaries.module.css";

export interface ItemRowsProps {
  items: TypedItem[];
  /** What uses an item, by its number: such an item keeps its number and its row. */
  used: Record<string, string>;
  /** The items whose names the program has fixed, by number. */
  fixed: Record<string, string>;
  wrong: Record<string, string[]>;
  focus?: string;
}

const fields = [
  { name: "sort", label: "排序", most: 4, className: styles.order },
  { name: "itemNum", label: "项编码", most: 32, className: undefined },
  { name: "itemName", label: "项名称", most: 64, className: undefined },
  { name: "remark", label: "备注", most: 255, className: undefined },
] as const;

export function ItemRows({ items, used, fixed, wrong, focus }: ItemRowsProps) {
  const uses = usesOf(items, used);
  if (items.length === 0) return <p className="quiet">还没有字典项：点“添加一项”，或一次粘贴多项。</p>;
  return (
    <div className={styles.scroller}>
      <table className={`${table.rows} ${styles.items}`}>
        <caption className="unseen">字典项</caption>
        <thead>
          <tr>
            {fields.map(({ name, label }) => (
              <th key={name} scope="col" className={name === "sort" ? styles.orderColumn : undefined}>
                {label}
              </th>
            ))}
            <th scope="col">启用</th>
            <th scope="col">操作</th>
          </tr>
        </thead>
        <tbody>
          {items.map((item, at) => (
            <Row
              key={at}
              item={item}
              at={at}
              last={items.length - 1}
              use={uses[at]}
              fixed={isFixed(item, fixed)}
              wrong={wrong}
              focus={focus}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({
  item,
  at,
  last,
  use,
  fixed,
  wrong,
  focus,
}: {
  item: TypedItem;
  at: number;
  last: number;
  use: string | undefined;
  fixed: boolean;
  wrong: ItemRowsProps["wrong"];
  focus?: string;
}) {
  const where = `第 ${at + 1} 项 ${item.itemName ?? ""}`.trim();
  return (
    <tr>
      {fields.map(({ name, label, most, className }) => {
        const field = itemField(at, name);
        const errors = wrong[field];
        return (
          <td key={name}>
            <input
              id={`form-${field}`}
              name={field}
              defaultValue={item[name]}
              maxLength={most}
              className={className}
              inputMode={name === "sort" ? "numeric" : undefined}
              readOnly={(name === "itemNum" && (use !== undefined || fixed)) || (name === "itemName" && fixed)}
              autoComplete="off"
              aria-label={`${where} 的${label}`}
              aria-invalid={errors ? true : undefined}
              aria-describedby={errors ? `form-${field}-error` : undefined}
              autoFocus={focus === `${name}:${at + 1}`}
            />
            {errors && (
              <div id={`form-${field}-error`} className={table.wrong}>
                {errors.join("；")}
              </div>
            )}
          </td>
        );
      })}
      <td>
        <input
          type="checkbox"
          name={itemField(at, "isValid")}
          defaultChecked={item.isValid === "on"}
          aria-label={`启用 ${where}`}
        />
      </td>
      <td className={styles.buttons}>
        <RowButton verb="up" label="上移" at={at} where={where} focus={focus} off={at === 0} />{" "}
        <RowButton verb="down" label="下移" at={at} where={where} focus={focus} off={at === last} />{" "}
        {use ? (
          <span className="quiet" title={`${use}正在使用，只能停用`}>
            使用中
          </span>
        ) : (
          <RowButton verb="remove" label="删除" at={at} where={where} focus={focus} />
        )}
      </td>
    </tr>
  );
}

function RowButton({
  verb,
  label,
  at,
  where,
  focus,
  off,
}: {
  verb: string;
  label: string;
  at: number;
  where: string;
  focus?: string;
  off?: boolean;
}) {
  const value = `${verb}:${at + 1}`;
  return (
    <button
      className="button small"
      name="do"
      value={value}
      autoFocus={focus === value}
      disabled={off}
      formNoValidate
      aria-label={`${label} ${where}`}
    >
      {label}
    </button>
  );
}
