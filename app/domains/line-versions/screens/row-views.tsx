import { Fragment } from "react";
import { rowViews, type RowView } from "./row-fields";
import table from "~/kit/page/tables/scrolled-table.module.css";
import styles from "../lines.module.css";

export const viewClass = { place: styles.placeField, service: styles.serviceField };
const switchClass = { place: styles.viewPlace, service: styles.viewService };

interface RowViewsProps {
  shown: RowView;
  place?: string;
  withUnits?: boolean;
  onShow?: (view: RowView) => void;
}

export function RowViews({ shown, place, withUnits, onShow }: RowViewsProps) {
  return rowViews.map(({ value, label, units }) => (
    <Fragment key={value}>
      <input
        type="radio"
        name="view"
        id={`view-${value}`}
        className={switchClass[value]}
        value={value}
        {...(onShow
          ? { checked: value === shown, onChange: () => onShow(value) }
          : { defaultChecked: value === shown })}
      />
      <label htmlFor={`view-${value}`} className={styles.viewLabel}>
        {value === "place" ? (place ?? label) : label}
        {withUnits && `（${units}）`}
      </label>
    </Fragment>
  ));
}

/** What a table of stations begins with: which station of the line, and where. */
export function PlaceHeads({ distance = "距起点" }: { distance?: string }) {
  return (
    <>
      <th scope="col" className={table.right}>
        站序
      </th>
      <th scope="col">站点</th>
      <th scope="col" className={viewClass.place}>
        类型
      </th>
      <th scope="col" className={`${table.right} ${viewClass.place}`}>
        {distance}
      </th>
    </>
  );
}
