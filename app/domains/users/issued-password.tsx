import { Heading, Section } from "~/kit/page/screens";
import styles from "./users.module.css";

interface IssuedPasswordProps {
  title: string;
  userAccount: string;
  password: string;
  doneTo: string;
  moreTo?: string;
  /** Of FIRST_PASSWORD_DAYS. */
  days: number;
}

export function IssuedPassword({ title, userAccount, password, doneTo, moreTo, days }: IssuedPasswordProps) {
  return (
    <>
      <Heading title={title} />
      <Section title="一次性密码">
        <p className="notice warn" role="status">
          请现在记下并交给本人：离开此页以后，任何人都不能再看到这个密码。首次登录时必须修改
          {days > 0 && `，${days} 天内没有登录修改就会过期`}。
        </p>
        <dl className={styles.issued}>
          <div>
            <dt>账号</dt>
            <dd>{userAccount}</dd>
          </div>
          <div>
            <dt>密码</dt>
            <dd>{password}</dd>
          </div>
        </dl>
        <a className="button primary" href={doneTo}>
          已记下，查看用户
        </a>{" "}
        {moreTo && (
          <a className="button" href={moreTo}>
            已记下，再新增一个
          </a>
        )}
      </Section>
    </>
  );
}
