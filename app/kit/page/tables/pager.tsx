import type { HTMLAttributes } from "react";
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
  /** The id of a form whose typing goes along: its action gets the page as `go`, or `size` and `page` where `go` is empty. */
  form?: string;
}

export function Pager({ table, state, total, form }: PagerProps) {
  const { page, size } = state;
  const last = Math.max(1, Math.ceil(countOf(total) / size));
  const step = (number: number): Target => ({ number, form, href: hrefFor(table, state, { page: number }) });
  const jump = <Jump page={page} size={size} form={form} />;
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
        <Step to={page > 1 ? step(1) : undefined} label="首页" sign="«" />
        <Step to={page > 1 ? step(page - 1) : undefined} label="上一页" sign="‹" rel="prev" />
        {pageNumbers(Math.min(page, last), last).map((number, index) =>
          number === 0 ? (
            <li key={`gap${index}`} aria-hidden="true">
              …
            </li>
          ) : (
            <li key={number}>
              <Way to={step(number)} aria-current={number === page ? "page" : undefined} aria-label={`第 ${number} 页`}>
                {number}
              </Way>
            </li>
          ),
        )}
        <Step to={page < last ? step(page + 1) : undefined} label="下一页" sign="›" rel="next" />
        <Step to={page < last ? step(last) : undefined} label="末页" sign="»" />
      </ol>
      {form ? (
        <div className={styles.jump}>{jump}</div>
      ) : (
        <form method="get" className={styles.jump}>
          <Hidden pairs={keptParams(table, state, "size")} />
          {jump}
        </form>
      )}
    </nav>
  );
}

function Jump({ page, size, form }: { page: number; size: number; form?: string }) {
  return (
    <>
      <label>
        每页
        <select name="size" defaultValue={String(size)} form={form} data-send={form ? undefined : ""}>
          {pageSizes.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </label>
      <label>
        到第
        <input name="page" inputMode="numeric" pattern="[0-9]{1,7}" defaultValue={page} size={3} form={form} />页
      </label>
      <button className="button small" {...(form && { form, name: "go", value: "" })}>
        跳转
      </button>
    </>
  );
}

interface Target {
  number: number;
  href: string;
  form?: string;
}

function Step({ to, label, sign, rel }: { to?: Target; label: string; sign: string; rel?: string }) {
  return (
    <li>
      {to ? (
        <Way to={to} rel={rel} title={label} aria-label={label}>
          {sign}
        </Way>
      ) : (
        <span aria-hidden="true">{sign}</span>
      )}
    </li>
  );
}

function Way({ to, rel, ...shown }: { to: Target; rel?: string } & HTMLAttributes<HTMLElement>) {
  return to.form ? (
    <button form={to.form} name="go" value={to.number} {...shown} />
  ) : (
    <a href={to.href} rel={rel} {...shown} />
  );
}

function Hidden({ pairs }: { pairs: [string, string][] }) {
  return pairs.map(([name, value], index) => <input key={index} type="hidden" name={name} value={value} />);
}
