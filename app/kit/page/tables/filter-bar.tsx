import type { ReactNode } from "react";
import type { z } from "zod";
import type { Choice } from "~/kit/page/forms/field";
import { FindBox } from "~/kit/page/forms/finder";
import { notTheirs, type OfferedChoices, type Picks } from "~/kit/page/forms/picks";
import type { FilterField, Table } from "./define-table";
import { keptParams } from "./hrefs";
import type { TableState } from "./state";
import styles from "./filter-bar.module.css";

interface FilterBarProps {
  table: Pick<Table<never, z.ZodObject>, "sortBy" | "pageSize" | "filterFields">;
  state: TableState;
  choices?: Record<string, readonly Choice[]>;
  picks?: Picks;
  children?: ReactNode;
}

/** The filters as a GET form: searching keeps the order and page size and starts at page 1. */
export function FilterBar({ table, state, choices = {}, picks = {}, children }: FilterBarProps) {
  const fields = table.filterFields as FilterField[];
  const hidden = keptParams(table, state, ...fields.map((field) => field.name));
  const seldom = fields.filter((field) => field.more);
  const filter = (field: FilterField) => (
    <Filter
      key={field.name}
      field={field}
      state={state}
      choices={picks[field.name]?.choices ?? choices[field.name] ?? field.choices ?? []}
      offered={picks[field.name]}
    />
  );
  const some = fields.some((field) => state.asked[field.name]);
  return (
    <div className={styles.bar}>
      {fields.length > 0 && (
        <form method="get" role="search" className={styles.filters}>
          {hidden.map(([name, value]) => (
            <input key={name + value} type="hidden" name={name} value={value} />
          ))}
          {fields.filter((field) => !field.more).map(filter)}
          {seldom.length > 0 && (
            <details className={styles.more} open={seldom.some((field) => state.asked[field.name])}>
              <summary>更多条件</summary>
              {seldom.map(filter)}
            </details>
          )}
          <button className="button primary">查找</button>
          {some && (
            <a className="button" href="?">
              重置
            </a>
          )}
        </form>
      )}
      {children && <div className={styles.actions}>{children}</div>}
      {state.ignored.map(({ name, message }) => (
        <p key={name} role="alert" className={styles.ignored}>
          条件“{fields.find((field) => field.name === name)?.label ?? name}”未生效：{message}
        </p>
      ))}
    </div>
  );
}

function Filter({
  field,
  state,
  choices,
  offered,
}: {
  field: FilterField;
  state: TableState;
  choices: readonly Choice[];
  offered?: OfferedChoices;
}) {
  const { name, label, kind = choices.length > 0 ? "choice" : "text", placeholder, width } = field;
  const asked = state.asked[name];
  const value = (Array.isArray(asked) ? asked[0] : asked) ?? "";
  const style = { width: width ?? (kind === "text" ? 132 : undefined) };
  const wrong = state.ignored.some((one) => one.name === name) || undefined;
  return (
    <label>
      {label}
      {kind === "choice" ? (
        <>
          <span data-found={offered && name}>
            <select name={name} defaultValue={value} style={style}>
              <option value="">全部</option>
              {choices.map((choice) => (
                <option key={choice.value} value={choice.value}>
                  {choice.label}
                </option>
              ))}
              {offered && value && !choices.some((choice) => choice.value === value) && (
                <option value={value}>{notTheirs}</option>
              )}
            </select>
          </span>
          {offered && !offered.all && (
            <FindBox field={name} label={label} keyword={offered.keyword} placeholder={`查找${label}`} />
          )}
        </>
      ) : (
        <input
          name={name}
          type={kind === "date" ? "date" : "search"}
          inputMode={kind === "number" ? "decimal" : undefined}
          defaultValue={value}
          placeholder={placeholder}
          style={style}
          aria-invalid={wrong}
          autoComplete="off"
          maxLength={200}
        />
      )}
    </label>
  );
}
