import { Section } from "~/kit/page/screens";
import { Back } from "./back";
import styles from "./routes/personal-settings.module.css";
import type { ShellData } from "./shell-data";

const states = { open: "展开", collapsed: "收起", hidden: "隐藏" } as const;

/** The three states of the menu, the present one marked. */
export function SidebarChoice({ present }: { present: ShellData["sidebar"] }) {
  return (
    <Section title="菜单显示">
      <form method="post" action="/sidebar" className={styles.row}>
        <Back to="/personal-settings" />
        {Object.entries(states).map(([state, title]) => (
          <button
            key={state}
            className={state === present ? "button primary" : "button"}
            name="state"
            value={state}
            aria-pressed={state === present}
          >
            {title}
            {state === present && "（当前）"}
          </button>
        ))}
      </form>
    </Section>
  );
}
