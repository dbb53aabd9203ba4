import styles from "./age.module.css";

const steps: [seconds: number, words: string][] = [
  [60, "1 分钟"],
  [120, "2 分钟"],
  [300, "5 分钟"],
  [600, "10 分钟"],
  [1800, "半小时"],
  [3600, "1 小时"],
  [7200, "2 小时"],
  [21_600, "6 小时"],
];

/** Says by the style sheet alone how long the figures around it have stood; each new page or part begins at nothing. */
export function Age() {
  return (
    <p className={styles.age} role="status">
      {steps.map(([seconds, words]) => (
        <span key={seconds} style={{ animationDelay: `${seconds}s` }}>
          服务器没有应答，画面已超过 {words}没有更新
        </span>
      ))}
    </p>
  );
}
