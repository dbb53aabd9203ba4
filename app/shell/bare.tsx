import type { ReactNode } from "react";
import styles from "./bare.module.css";

/** Around a page that a person must attend to before anything else: no menu, only the way out. */
export function Bare({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <b>{title}</b>
        <form method="post" action="/sign-out">
          <button className="button">退出登录</button>
        </form>
      </header>
      <main id="main" className={styles.middle}>
        {children}
      </main>
    </div>
  );
}
