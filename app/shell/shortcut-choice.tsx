import type { IconName } from "~/kit/page/forms/icon-names";
import { Icon, Section } from "~/kit/page/screens";
import styles from "./routes/personal-settings.module.css";

export interface ScreenGroup {
  title: string;
  screens: { path: string; title: string; icon: IconName }[];
}

interface ShortcutChoiceProps {
  groups: ScreenGroup[];
  chosen: string[];
  titles: boolean;
  most: number;
}

/** All screens with a tick at those of the quick menu, saved at once. */
export function ShortcutChoice({ groups, chosen, titles, most }: ShortcutChoiceProps) {
  return (
    <Section title={`快捷菜单（最多 ${most} 个，已选 ${chosen.length} 个）`}>
      <form method="post" id="shortcuts">
        <div className={styles.groups}>
          {groups.map((group) => (
            <fieldset key={group.title} className={styles.screens}>
              <legend>{group.title}</legend>
              {group.screens.map(({ path, title, icon }) => (
                <label key={path} className={styles.ticked}>
                  <input type="checkbox" name="path" value={path} defaultChecked={chosen.includes(path)} />
                  <Icon name={icon} />
                  {title}
                </label>
              ))}
            </fieldset>
          ))}
        </div>
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
