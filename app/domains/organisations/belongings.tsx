import styles from "./organisations.module.css";

interface BelongingsProps {
  counts: { label: string; own: number; all: number; href: string | null }[];
}

export function Belongings({ counts }: BelongingsProps) {
  return (
    <table className={styles.counts}>
      <caption className="unseen">所属记录的数量</caption>
      <thead>
        <tr>
          <th scope="col">记录</th>
          <th scope="col">本机构</th>
          <th scope="col">含下级</th>
        </tr>
      </thead>
      <tbody>
        {counts.map(({ label, own, all, href }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>
              {own > 0 && href ? (
                <a href={href} aria-label={`${label} ${own} 条`}>
                  {own}
                </a>
              ) : (
                own
              )}
            </td>
            <td>{all}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
