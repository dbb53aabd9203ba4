import type { ReactNode } from "react";
import { type Query, queryText } from "~/domains/lines/urls";
import styles from "../lines.module.css";

interface DirectionTabsProps {
  directions: readonly {
    direction: number;
    directionName: string;
    /** What stands in the form of a direction that is edited. */
    typed?: { stations: number; unsaved: boolean };
  }[];
  current: number;
  query?: Query;
  /** The form that is posted with everything typed in it before the other direction is shown. */
  form?: string;
  children?: ReactNode;
}

export function DirectionTabs({ directions, current, query = {}, form, children }: DirectionTabsProps) {
  return (
    <div className={styles.tabs}>
      {form && <button hidden form={form} name="do" value="find" />}
      <nav aria-label="方向">
        {directions.map(({ direction, directionName, typed }) =>
          form ? (
            <button
              key={direction}
              form={form}
              name="do"
              value={`turn:${direction}`}
              aria-current={direction === current ? "page" : undefined}
            >
              {directionName}
              {typed && (
                <>
                  （<span data-stations-of={direction}>{typed.stations}</span> 站{typed.unsaved && "，未保存"}）
                </>
              )}
            </button>
          ) : (
            <a
              key={direction}
              href={queryText({ ...query, direction })}
              aria-current={direction === current ? "page" : undefined}
            >
              {directionName}
            </a>
          ),
        )}
      </nav>
      {children}
    </div>
  );
}
