import type { SequenceProblem } from "../sequence/sequence-check";
import styles from "../lines.module.css";

interface RowProblemsProps {
  problems: readonly Pick<SequenceProblem, "message" | "level">[];
  columns: number;
  id?: string;
}

export function RowProblems({ problems, columns, id }: RowProblemsProps) {
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
