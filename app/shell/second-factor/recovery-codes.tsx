import { Heading, Section } from "~/kit/page/screens";
import type { IssuedCodes } from "./issued-codes.server";
import styles from "./second-factor.module.css";

/** Ten codes, shown on the answer of the post that made them and never again. */
export function RecoveryCodes({ title, issued, doneTo }: { title: string; issued: IssuedCodes; doneTo: string }) {
  return (
    <>
      <div className={styles.unprinted}>
        <Heading title={title} />
      </div>
      <Section title="恢复码">
        <div className={styles.unprinted}>
          <p className="notice warn" role="status">
            请现在把恢复码打印或抄写下来，放在手机以外的安全地方：离开此页以后，任何人都不能再看到它们。
          </p>
          <p>手机不在身边时，登录时可以用一个恢复码代替动态码，每个只能用一次。单击可以选中全部来复制。</p>
        </div>
        <p>
          账号 {issued.userAccount}，生成于 {issued.issuedAt}
        </p>
        <ul className={styles.codes}>
          {issued.codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <a className={`button primary ${styles.unprinted}`} href={doneTo}>
          已保存好，继续
        </a>
      </Section>
    </>
  );
}
