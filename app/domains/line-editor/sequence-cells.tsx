import { typeWithin } from "~/domains/lines/choices";
import type { Direction } from "~/domains/lines/directions";
import type { TypedRow } from "~/domains/line-versions/sequence/sequence-form";
import { isTicked, type RowField } from "~/domains/line-versions/screens/row-fields";
import styles from "~/domains/line-versions/lines.module.css";
import { innerTypes } from "~/domains/line-versions/sequence/sequence-check";

export interface EditedRow extends TypedRow {
  /** Of a row that is still open, the stations that may be meant. */
  offers?: { staUuid: string; words: string }[];
  staName: string;
  staSelfCode: string;
  /** Kilometres from the first station and from the one before, where the path is known. */
  along: number | null;
  spacing: number | null;
}

interface OpenStationProps {
  row: EditedRow;
  at: number;
  wrong: boolean;
  focused?: boolean;
  /** In a grid, which holds the values itself. */
  set?: (name: "staUuid" | "asked", value: string) => void;
}

/** The station of a row that nobody has chosen one for yet: which of those found, or another text to look for. */
export function OpenStation({ row: { staUuid, asked = "", offers = [] }, at, wrong, focused, set }: OpenStationProps) {
  const field = (name: "staUuid" | "asked") => ({
    name: `rows[${at}].${name}`,
    autoFocus: focused,
    "aria-invalid": wrong || undefined,
    "aria-describedby": set ? undefined : `row-${at + 1}-problems`,
  });
  if (offers.length === 0)
    return (
      <span className={styles.open}>
        <input
          {...field("asked")}
          {...(set ? { value: asked, onChange: ({ target }) => set("asked", target.value) } : { defaultValue: asked })}
          aria-label={`第 ${at + 1} 站要找的站点`}
          maxLength={64}
          autoComplete="off"
        />{" "}
        <button className="button small" name="do" value={`seek:${at + 1}`} aria-label={`查找第 ${at + 1} 站`}>
          查找
        </button>
      </span>
    );
  return (
    <span className={styles.open}>
      <input type="hidden" name={`rows[${at}].asked`} value={asked} />
      <select
        {...field("staUuid")}
        {...(set
          ? { value: staUuid ?? "", onChange: ({ target }) => set("staUuid", target.value) }
          : { defaultValue: "" })}
        aria-label={`第 ${at + 1} 站 ${asked} 是哪个站点`}
      >
        <option value="">
          {asked}：有 {offers.length} 个，请选择
        </option>
        {offers.map(({ staUuid: key, words }) => (
          <option key={key} value={key}>
            {words}
          </option>
        ))}
      </select>
    </span>
  );
}

interface CellProps {
  field: RowField;
  row: TypedRow;
  at: number;
  where: string;
  wrong: boolean;
  /** In a grid, which holds the values itself. */
  set?: (value: string) => void;
}

export function Cell({ field: { name, label, kind }, row, at, where, wrong, set }: CellProps) {
  const named = {
    name: `rows[${at}].${name}`,
    "aria-label": `${where} 的${label}`,
    "aria-invalid": wrong || undefined,
    "aria-describedby": wrong && !set ? `row-${at + 1}-problems` : undefined,
  };
  if (kind === "tick") {
    const ticked = isTicked(row[name]);
    return (
      <input
        type="checkbox"
        {...named}
        {...(set
          ? { checked: ticked, onChange: ({ target }) => set(target.checked ? "on" : "") }
          : { defaultChecked: ticked })}
      />
    );
  }
  return (
    <input
      {...named}
      {...(set
        ? { value: row[name] ?? "", onChange: ({ target }) => set(target.value), ...looks[kind] }
        : { defaultValue: row[name] })}
      inputMode={kind === "number" ? "numeric" : undefined}
      maxLength={kind === "text" ? 64 : undefined}
      autoComplete="off"
    />
  );
}

const looks = { number: { size: 5 }, text: { style: { width: "100%", textAlign: "left" } } } as const;

interface TypeFieldProps {
  at: number;
  staType: string | undefined;
  end: boolean;
  direction: Direction;
  label: string;
  set?: (value: string) => void;
}

export function TypeField({ at, staType, end, direction, label, set }: TypeFieldProps) {
  const name = `rows[${at}].staType`;
  if (end) {
    return (
      <>
        {typeWithin(Number(staType))}
        <input type="hidden" name={name} value={staType} />
      </>
    );
  }
  return (
    <select
      name={name}
      aria-label={label}
      {...(set ? { value: staType, onChange: ({ target }) => set(target.value) } : { defaultValue: staType })}
    >
      {innerTypes(direction).map((value) => (
        <option key={value} value={value}>
          {typeWithin(value)}
        </option>
      ))}
    </select>
  );
}
