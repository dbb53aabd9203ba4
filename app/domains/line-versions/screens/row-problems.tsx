import styles from "../lines.module.css";

interface RowProblem {
  message: string;
  level: "error" | "warning";
}

export function RowProblems({
  problems,
  columns,
  id,
}: {
  problems: readonly RowProblem[];
  columns: number;
  id?: string;
}) {
  if (problems.length === 0) return null;
  return (
    <tr className={styles.problems} id={id}>
      <td colSpan={columns}>
        {problems.map(({ message, level }) => (
          <div key={message} className={styles[level]}>
            {level === "error" ? "错误" : "提醒"}：{message}
          </div>
        ))}
      </td>
    </tr>
  );
}
