import type { ReactNode } from "react";
import { OnceField } from "~/kit/page/forms/once";
import { Facts, Heading, Section } from "~/kit/page/screens";
import styles from "./import-end.module.css";
import { ImportSteps } from "./import-steps";
import { type ImportState, importStates } from "./import-states";

interface Props {
  row: {
    fileName: string;
    state: ImportState;
    error: string | null;
    createdByName: string;
    confirmedByName: string | null;
    size: string;
    created: string;
    finished: string;
  };
  /** What has become of it, where that is more than its state. */
  title?: string;
  backTo: string;
  /** Where another file is uploaded, and the address to have this one read again while it is kept; left out for who may not. */
  another?: { href: string; retry?: string };
  facts?: { label: string; value: string }[];
  children?: ReactNode;
}

export function ImportEnd({ row, title, backTo, another, facts = [], children }: Props) {
  return (
    <>
      <Heading note={<ImportSteps at="done" />}>
        <a className="button" href={backTo}>
          返回
        </a>
      </Heading>
      <Section title={title ?? importStates[row.state]}>
        {row.state === "failed" && (
          <p role="alert" className="notice bad">
            {row.error}
          </p>
        )}
        {row.state === "cancelled" && <p role="status">导入已取消，没有改动任何数据。</p>}
        {children}
        <Facts
          facts={[
            ...facts,
            { label: "文件", value: `${row.fileName}（${row.size}）` },
            { label: "上传", value: `${row.createdByName}，${row.created}` },
            { label: "确认", value: row.confirmedByName },
            { label: "结束时间", value: row.finished },
          ]}
        />
        {row.state !== "done" && another && (
          <form method="post" action={another.retry} className={styles.next}>
            <OnceField />
            {another.retry && <button className="button primary">重新读取</button>}
            <a className="button" href={another.href}>
              上传其他文件
            </a>
          </form>
        )}
      </Section>
    </>
  );
}

export function ImportDone({
  unchanged,
  said,
  links,
  children,
}: {
  unchanged: boolean;
  said?: string;
  links: { href: string; label: string }[];
  children: ReactNode;
}) {
  return (
    <>
      <p role="status" className="notice good">
        导入完成{unchanged ? "，数据与导入前一致" : ""}。{said}
      </p>
      {children}
      <p className={styles.next}>
        {links.map(({ href, label }) => (
          <a key={href} className="button" href={href}>
            {label}
          </a>
        ))}
      </p>
    </>
  );
}
