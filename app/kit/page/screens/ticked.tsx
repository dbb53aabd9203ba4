import type { ReactNode } from "react";
import { Verb } from "./icon";
import styles from "./ticked.module.css";

/** The form to which the ticks of a list or a tree belong. */
export const tickForm = "ticked";

interface TickedProps {
  url: string;
  change: boolean;
  remove: boolean;
  children?: ReactNode;
}

export function Ticked({ url, change, remove, children }: TickedProps) {
  return (
    <form id={tickForm} method="get" action={`${url}/bulk`} className={styles.ticked}>
      {change && (
        <button className="button" name="verb" value="change">
          <Verb words="批量修改" />
        </button>
      )}
      {remove && (
        <button className="button danger" name="verb" value="remove">
          <Verb words="批量删除" />
        </button>
      )}
      {children}
    </form>
  );
}
