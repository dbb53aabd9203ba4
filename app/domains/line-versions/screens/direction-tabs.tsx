import type { ReactNode } from "react";
import { type Query, queryText } from "~/domains/lines/urls";
import styles from "../lines.module.css";

interface DirectionTabsProps {
  directions: readonly { direction: number; directionName: string }[];
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
        {directions.map(({ direction, directionName }) =>
          form ? (
            <button
              key={direction}
              form={form}
              name="do"
              value={`turn:${direction}`}
              aria-current={direction === current ? "page" : undefined}
            >
              {directionName}
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
