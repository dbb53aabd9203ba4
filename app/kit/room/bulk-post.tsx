import type { ReactNode } from "react";
import { OnceField } from "~/kit/page/forms/once";
import styles from "./bulk-post.module.css";

interface BulkPostProps {
  id: string;
  /** Which records the page showed, so that a change reaches only these. */
  picked: { count: number; digest: string };
  buttons: ReactNode;
  children?: ReactNode;
  keepsTyping?: boolean;
}

/** The form of what is done to many records, with the reason for it. */
export function BulkPost({ id, picked, buttons, children, keepsTyping }: BulkPostProps) {
  return (
    <form id={id} method="post" data-keep-typing={keepsTyping ? "" : undefined}>
      <OnceField />
      <input type="hidden" name="count" value={picked.count} />
      <input type="hidden" name="digest" value={picked.digest} />
      {children}
      <div className={styles.bar}>
        <label className={styles.reason}>
          修改原因
          <input name="reason" maxLength={200} autoComplete="off" placeholder="记入每条记录的修改历史" />
        </label>
        {buttons}
      </div>
    </form>
  );
}
