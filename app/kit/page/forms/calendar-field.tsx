import { Island } from "~/kit/page/islands/island";
import type { CalendarProps } from "./calendar.island";
import type { FieldProps } from "./field";
import { DateField } from "./fields";
import styles from "./calendar-field.module.css";

type CalendarFieldProps = FieldProps & Partial<Pick<CalendarProps, "marks" | "earliest">>;

export function CalendarField({ marks = {}, earliest, ...props }: CalendarFieldProps) {
  const island: CalendarProps = { inputId: props.field.id, marks, earliest };
  return (
    <>
      <DateField {...props} />
      <div className={styles.month}>
        <Island name="calendar" props={island} when="idle">
          <span />
        </Island>
      </div>
    </>
  );
}
