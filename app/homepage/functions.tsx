import { iconNames } from "~/kit/page/forms/icon-names";
import { ExternalLink } from "~/shell/external-link";
import { Icon } from "~/shell/icon";
import styles from "./homepage.module.css";

export interface FunctionTile {
  title: string;
  href: string;
  icon: string | null;
  isExternal: boolean;
}

interface FunctionsProps {
  apps: { appId: string; appName: string; icon: string | null }[];
  screens: FunctionTile[];
}

/** The menu once more, for who looks for a name in it; folded, because it stands at the left as well. */
export function Functions({ apps, screens }: FunctionsProps) {
  return (
    <details className={styles.functions}>
      <summary>
        全部应用与功能（{apps.length} 个应用，{screens.length} 个功能）
      </summary>
      <h3>应用</h3>
      <ul className={styles.tiles}>
        {apps.map(({ appId, appName, icon }) => (
          <li key={appId}>
            <form method="post" action="/open-app" target="_blank">
              <button name="appId" value={appId} title={appName}>
                <Icon name={iconNames.find((name) => name === icon) ?? "app"} />
                <span>{appName}</span>
              </button>
            </form>
          </li>
        ))}
      </ul>
      {apps.length === 0 && <p className="quiet">还没有授权给您的应用，请联系管理员。</p>}
      <h3>功能</h3>
      <ul className={styles.tiles}>
        {screens.map((tile) => (
          <li key={tile.href}>
            <Tile {...tile} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function Tile({ title, href, icon, isExternal }: FunctionTile) {
  const face = (
    <>
      <Icon name={iconNames.find((name) => name === icon) ?? "screen"} />
      <span>{title}</span>
    </>
  );
  return isExternal ? (
    <ExternalLink href={href} title={title}>
      {face}
    </ExternalLink>
  ) : (
    <a href={href} title={title}>
      {face}
    </a>
  );
}
