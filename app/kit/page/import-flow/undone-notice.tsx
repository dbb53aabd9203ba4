import scrolled from "~/kit/page/tables/scrolled-table.module.css";

interface Props {
  by: string | null;
  /** What was taken back, in words. */
  said: string;
  kept: readonly { name: string; why: string }[];
  keptCount: number;
}

/** Says what of an import was taken back, and lists what was not, with why. */
export function UndoneNotice({ by, said, kept, keptCount }: Props) {
  return (
    <>
      <p role="status" className={keptCount > 0 ? "notice warn" : "notice good"}>
        {by}已撤销导入：{said}
        {keptCount > 0 && `；${keptCount} 条没有撤销`}。
      </p>
      {kept.length > 0 && (
        <div className={scrolled.scroller} tabIndex={0} role="region" aria-label="没有撤销的内容">
          <table className={scrolled.texts}>
            <caption className="unseen">没有撤销的内容</caption>
            <thead>
              <tr>
                <th scope="col">没有撤销的</th>
                <th scope="col">原因</th>
              </tr>
            </thead>
            <tbody>
              {kept.map(({ name, why }, at) => (
                <tr key={at}>
                  <td>{name}</td>
                  <td>{why}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {keptCount > kept.length && kept.length > 0 && <p className="quiet">只列出前 {kept.length} 条。</p>}
    </>
  );
}

/** Of lines and stations. */
export const undoneInWords = ({ lines, restoredLines = 0, stations, restored }: UndoneCounts): string =>
  `${lines} 条新线路、${stations} 个新站点移到回收站，${restoredLines} 条线路、${restored} 个站点恢复为导入以前的内容`;

interface UndoneCounts {
  lines: number;
  /** Left out by imports from before lines were given back. */
  restoredLines?: number;
  stations: number;
  restored: number;
}
