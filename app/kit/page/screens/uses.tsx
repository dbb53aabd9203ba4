import styles from "./uses.module.css";

/** What else holds on to the record: `blocking` uses stop the change, the others are only named. */
export interface Use {
  label: string;
  count: number;
  blocking: boolean;
  /** It comes to an end with the record, until the record is restored. */
  ends?: boolean;
  items?: { title: string; href?: string }[];
  href?: string;
}

export const blockingOf = (uses: Use[]) => uses.filter((use) => use.blocking && use.count > 0);

/** What stops a change of one record or of `many`, what ends with it, and what stays. */
export function UsesByKind({ uses, verb, many = false }: { uses: Use[]; verb: string; many?: boolean }) {
  const blocking = blockingOf(uses);
  const ending = uses.filter((use) => use.ends && use.count > 0);
  const others = uses.filter((use) => !use.blocking && !use.ends && use.count > 0);
  const cannot = many ? `一条也不能${verb}` : `不能${verb}`;
  return (
    <>
      {blocking.length > 0 && <Uses title={`因为以下记录，现在${cannot}，请先处理：`} uses={blocking} />}
      {ending.length > 0 && <Uses title={`${verb}后到此为止，恢复后继续：`} uses={ending} />}
      {others.length > 0 && <Uses title={`以下记录与${many ? "它们" : "它"}有关，会保留：`} uses={others} />}
    </>
  );
}

export function Uses({ title, uses }: { title: string; uses: Use[] }) {
  return (
    <div className={styles.uses}>
      <p>{title}</p>
      <ul>
        {uses.map(({ label, count, items = [], href }) => (
          <li key={label}>
            {href ? <a href={href}>{label}</a> : label} {count} 条{items.length > 0 && "："}
            {items.map((item, index) => (
              <span key={item.title + index}>
                {index > 0 && "、"}
                {item.href ? <a href={item.href}>{item.title}</a> : item.title}
              </span>
            ))}
            {items.length > 0 && items.length < count && " 等"}
          </li>
        ))}
      </ul>
    </div>
  );
}
