import type { DictionaryItemRow } from "./items";
import table from "~/kit/page/tables/lined-table.module.css";
import styles from "./dictionaries.module.css";

interface ItemTableProps {
  items: DictionaryItemRow[];
  used: Record<string, string>;
}

export function ItemTable({ items, used }: ItemTableProps) {
  if (items.length === 0) return <p className="quiet">还没有字典项：点“编辑”添加。</p>;
  return (
    <div className={styles.scroller}>
      <table className={`${table.lined} ${styles.items}`}>
        <caption className="unseen">字典项</caption>
        <thead>
          <tr>
            <th scope="col" className={styles.number}>
              排序
            </th>
            <th scope="col">项编码</th>
            <th scope="col">项名称</th>
            <th scope="col">启用</th>
            <th scope="col">使用</th>
            <th scope="col">备注</th>
          </tr>
        </thead>
        <tbody>
          {items.map(({ itemNum, itemName, sort, isValid, remark }) => (
            <tr key={itemNum}>
              <td className={styles.number}>{sort}</td>
              <td>{itemNum}</td>
              <td>{itemName}</td>
              <td>{isValid ? "是" : "否"}</td>
              <td>{used[itemNum] ?? ""}</td>
              <td>{remark}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
