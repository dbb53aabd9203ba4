import { Fragment } from "react";
import { rowViews, type RowView } from "./row-fields";
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
