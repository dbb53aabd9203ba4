import "@mantine/core/styles/UnstyledButton.css";
import "@mantine/dates/styles.css";
import { DatePicker, DatesProvider } from "@mantine/dates";
import "dayjs/locale/zh-cn";
import { useEffect, useState } from "react";
import { MantineFrame } from "~/kit/page/islands/mantine-frame";

export interface CalendarProps {
  inputId: string;
  /** Days with a meaning of their own, `YYYY-MM-DD` -> what happens then. */
  marks: Record<string, string>;
  earliest?: string;
}

export default function Calendar({ inputId, marks, earliest }: CalendarProps) {
  const [day, setDay] = useState<string>(() => inputOf(inputId)?.value ?? "");
  useEffect(() => {
    const input = inputOf(inputId);
    const follow = () => setDay(input?.value ?? "");
    input?.addEventListener("input", follow);
    return () => input?.removeEventListener("input", follow);
  }, [inputId]);
  const choose = (date: Date | null) => {
    const input = inputOf(inputId);
    if (!input || !date) return;
    input.value = dayOf(date);
    setDay(input.value);
    input.dispatchEvent(new Event("input", { bubbles: true }));
  };
  return (
    <MantineFrame>
      <DatesProvider settings={{ locale: "zh-cn", firstDayOfWeek: 1, weekendDays: [] }}>
        <DatePicker
          size="xs"
          monthLabelFormat="YYYY年M月"
          ariaLabels={labels}
          decadeLabelFormat="YYYY"
          value={dateOf(day)}
          defaultDate={dateOf(day) ?? undefined}
          minDate={dateOf(earliest ?? "") ?? undefined}
          onChange={choose}
          getDayProps={(date) =>
            marks[dayOf(date)]
              ? { title: marks[dayOf(date)], style: { outline: "2px solid var(--brand-5)", outlineOffset: -3 } }
              : {}
          }
        />
      </DatesProvider>
    </MantineFrame>
  );
}

const labels = {
  previousMonth: "上个月",
  nextMonth: "下个月",
  previousYear: "上一年",
  nextYear: "下一年",
  previousDecade: "前十年",
  nextDecade: "后十年",
  monthLevelControl: "选择月份",
  yearLevelControl: "选择年份",
};

const inputOf = (id: string) => document.getElementById(id) as HTMLInputElement | null;

/** Local dates on both ways: a day has no time zone. */
function dateOf(day: string): Date | null {
  const parts = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day);
  return parts ? new Date(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3])) : null;
}

function dayOf(date: Date): string {
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, "0"))
    .join("-");
}
