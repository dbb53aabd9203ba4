import { Section } from "~/kit/page/screens";
import styles from "./routes/personal-settings.module.css";

interface ShortcutChoiceProps {
  screens: { path: string; title: string }[];
  chosen: string[];
  titles: boolean;
  most: number;
}

/** All screens with a tick at those of the quick menu, saved at once. */
export function ShortcutChoice({ screens, chosen, titles, most }: ShortcutChoiceProps) {
  return (
    <Section title={`快捷菜单（最多 ${most} 个，已选 ${chosen.length} 个）`}>
      <form method="post" id="shortcuts">
        <ul className={styles.screens}>
          {screens.map(({ path, title }) => (
            <li key={path}>
              <label className={styles.ticked}>
                <input type="checkbox" name="path" value={path} defaultChecked={chosen.includes(path)} />
                {title}
              </label>
            </li>
          ))}
        </ul>
        <p>
          <label className={styles.ticked}>
            <input type="checkbox" name="titles" defaultChecked={titles} />
            在图标下显示简称
          </label>
        </p>
        <button className="button primary" name="intent" value="shortcuts">
          保存快捷菜单
        </button>
      </form>
    </Section>
  );
}
