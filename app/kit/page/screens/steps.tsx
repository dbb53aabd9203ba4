import styles from "./steps.module.css";

interface StepsProps {
  /** In their order; those with an address lead there. */
  steps: readonly { label: string; href?: string }[];
  /** Which one the page is, from 0. */
  at: number;
}

/** Where a page stands in a way of several. */
export function Steps({ steps, at }: StepsProps) {
  return (
    <nav aria-label="步骤">
      <ol className={styles.steps}>
        {steps.map(({ label, href }, nth) => (
          <li key={label} data-look={nth < at ? "done" : undefined} aria-current={nth === at ? "step" : undefined}>
            {href && nth !== at ? <a href={href}>{label}</a> : label}
          </li>
        ))}
      </ol>
    </nav>
  );
}
