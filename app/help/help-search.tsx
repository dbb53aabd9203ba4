import styles from "./help.module.css";

export function HelpSearch({ term }: { term: string }) {
  return (
    <form action="/help" role="search" aria-label="手册搜索" className={styles.search}>
      <input
        type="search"
        name="q"
        defaultValue={term}
        maxLength={64}
        placeholder="要做什么，例如：换线、撤销导入、试听"
        aria-label="在手册里查找"
      />
      <button className="button primary">查找</button>
      <a href="/help">全部内容</a>
    </form>
  );
}
