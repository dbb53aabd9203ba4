import type { ReactNode } from "react";
import { Breadcrumb, type Crumb, Flash } from "~/kit/page/screens";
import { Footer } from "./footer";
import { Header } from "./header";
import styles from "./layout.module.css";
import type { ShellData } from "./shell-data";
import { Sidebar } from "./sidebar";
import { TabBar } from "./tab-bar";

/** The frame of every page of a signed-in person; only its middle scrolls. */
export function Layout({ shell, crumbs, children }: { shell: ShellData; crumbs: Crumb[]; children: ReactNode }) {
  return (
    <div className={styles.frame} data-sidebar={shell.sidebar}>
      <a className={styles.skip} href="#main">
        跳到正文
      </a>
      {shell.sidebar !== "hidden" && <Sidebar shell={shell} />}
      <Header html={shell.html.header} />
      <TabBar shell={shell} />
      <main id="main" className={styles.main} tabIndex={-1} data-keep-scroll="main">
        {shell.warnings.map(({ text, way }) => (
          <p key={text} className="notice warn" role="alert">
            {text}
            {way && (
              <>
                {" "}
                <a href={way.href}>{way.label}</a>
              </>
            )}
          </p>
        ))}
        {shell.flash && <Flash {...shell.flash} />}
        <Breadcrumb crumbs={crumbs} />
        <div className={styles.page}>{children}</div>
      </main>
      <Footer year={shell.copyrightYear} />
    </div>
  );
}
