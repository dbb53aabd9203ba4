import type { z } from "zod";
import { pageSizes, type Table } from "./define-table";
import { hrefFor, keptParams } from "./hrefs";
import { countOf, pageNumbers, type Total } from "./pages";
import type { TableState } from "./state";
import styles from "./pager.module.css";

interface PagerProps {
  table: Pick<Table<never, z.ZodObject>, "sortBy" | "pageSize">;
  state: TableState;
  total: Total;
}

export function Pager({ table, state, total }: PagerProps) {
  const { page, size } = state;
  const last = Math.max(1, Math.ceil(countOf(total) / size));
  const to = (wanted: number) => hrefFor(table, state, { page: wanted });
  return (
    <nav className={styles.pager} aria-label="分页">
      <span className={styles.count}>
        共 {countOf(total).toLocaleString("zh-CN")}
        {typeof total === "number" ? " 条" : "+ 条"}
        {typeof total !== "number" && (
          <a href={hrefFor(table, state, { exactTotal: true })} title="数出全部条数，可能需要几秒">
            精确计数
          </a>
        )}
      </span>
      <ol>
        <Step to={page > 1 ? to(1) : undefined} label="首页" sign="«" />
        <Step to={page > 1 ? to(page - 1) : undefined} label="上一页" sign="‹" rel="prev" />
        {pageNumbers(Math.min(page, last), last).map((number, index) =>
          number === 0 ? (
            <li key={`gap${index}`} aria-hidden="true">
              …
            </li>
          ) : (
            <li key={number}>
              <a href={to(number)} aria-current={number === page ? "page" : undefined} aria-label={`第 ${number} 页`}>
                {number}
              </a>
            </li>
          ),
        )}
        <Step to={page < last ? to(page + 1) : undefined} label="下一页" sign="›" rel="next" />
        <Step to={page < last ? to(last) : undefined} label="末页" sign="»" />
      </ol>
      <form method="get">
        <Hidden pairs={keptParams(table, state, "size")} />
        <label>
          每页
          <select name="size" defaultValue={String(size)} data-send>
            {pageSizes.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
        <label>
          到第
          <input name="page" inputMode="numeric" pattern="[0-9]{1,7}" defaultValue={page} size={3} />页
        </label>
        <button className="button small">跳转</button>
      </form>
    </nav>
  );
}

function Step({ to, label, sign, rel }: { to?: string; label: string; sign: string; rel?: string }) {
  return (
    <li>
      {to ? (
        <a href={to} rel={rel} title={label} aria-label={label}>
          {sign}
        </a>
      ) : (
        <span aria-hidden="true">{sign}</span>
      )}
    </li>
  );
}

function Hidden({ pairs }: { pairs: [string, string][] }) {
  return pairs.map(([name, value], index) => <input key={index} type="hidden" name={name} value={value} />);
}
