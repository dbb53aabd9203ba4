import styles from "./buses.module.css";
import { daysLeftText } from "~/kit/ground/time/days-left";
import { type Expiry, standingOf } from "./expiry";
import { scrapped } from "./choices";
import { type BusRow, busRoom } from "./room";

export function StateMark({ bus }: { bus: Pick<BusRow, "busState"> }) {
  const { busState } = bus;
  return (
    <span className={styles.mark} data-tone={busState === 0 ? "good" : busState === scrapped ? "bad" : "warn"}>
      {busRoom.words.show("busState", busState)}
    </span>
  );
}

export function ExpiryMark({ expiry: { label, daysLeft }, named = true }: { expiry: Expiry; named?: boolean }) {
  const standing = standingOf(daysLeft);
  const text = named ? `${label} ${daysLeftText(daysLeft)}` : daysLeftText(daysLeft);
  if (standing === "fine") return <span className="quiet">{text}</span>;
  return (
    <span className={styles.mark} data-tone={standing === "overdue" ? "bad" : "warn"}>
      {text}
    </span>
  );
}
