import { Back } from "./back";
import styles from "./header.module.css";
import { Icon } from "~/kit/page/screens/icon";
import type { ShellData } from "./shell-data";
import { AllShortcuts, Shortcuts } from "./shortcuts";

export function Header({ html }: { html: string }) {
  return <header className={styles.head} dangerouslySetInnerHTML={{ __html: html }} />;
}

type HeaderData = Pick<
  ShellData,
  "sidebar" | "homeButton" | "shortcuts" | "shortcutTitles" | "avatarUrl" | "greeting" | "userName" | "currentPath"
>;

export function Tools(shown: HeaderData & { term: string }) {
  return (
    <>
      <SidebarSwitch {...shown} />
      {shown.homeButton && (
        <a className={styles.tool} href="/">
          <Icon name="home" />
          首页
        </a>
      )}
      <Shortcuts {...shown} />
      <AllShortcuts {...shown} />
      <Search term={shown.term} />
      <span className={styles.person}>
        {shown.avatarUrl && <img src={shown.avatarUrl} alt="" width={22} height={22} />}
        {shown.greeting}，{shown.userName}
      </span>
      <a className={styles.tool} href="/homepage">
        <Icon name="portal" />
        进入门户
      </a>
      <a className={styles.tool} href={`/help?at=${shown.currentPath}`} title="这一页的使用说明">
        <Icon name="help" />
        帮助
      </a>
      <Settings {...shown} />
    </>
  );
}

function SidebarSwitch({ sidebar, currentPath }: HeaderData) {
  const open = sidebar === "open";
  return (
    <form method="post" action="/sidebar" className={styles.switch}>
      <Back to={currentPath} />
      <button
        className={styles.tool}
        name="state"
        value={open ? "collapsed" : "open"}
        aria-label={open ? "收起菜单" : "展开菜单"}
      >
        <Icon name="menu" />
      </button>
    </form>
  );
}

function Search({ term }: { term: string }) {
  return (
    <form action="/search" role="search" aria-label="全局搜索" className={styles.search}>
      <input
        type="search"
        name="q"
        defaultValue={term}
        placeholder="编号、名称、拼音"
        aria-label="搜索编号、名称、拼音"
        title="按 / 键到这里，按 Ctrl K 键边输入边找"
        maxLength={64}
        accessKey="/"
        data-search-all
        autoComplete="off"
      />
      <button className={styles.tool} aria-label="搜索">
        <Icon name="search" />
      </button>
    </form>
  );
}

function Settings({ sidebar, currentPath }: HeaderData) {
  return (
    <details className={styles.settings} data-menu="">
      <summary className={styles.tool}>
        <Icon name="system" />
        设置
        <Icon name="down" />
      </summary>
      <div className="dropdown">
        <a href="/personal-settings">
          <Icon name="palette" />
          个性化配置
        </a>
        <a href="/modify-password">
          <Icon name="password" />
          修改密码
        </a>
        <a href="/second-factor">
          <Icon name="role" />
          两步验证
        </a>
        <a href="/my-sessions">
          <Icon name="screen" />
          我的登录
        </a>
        <a href="/my-uploads">
          <Icon name="attachment" />
          未传完的上传
        </a>
        {sidebar !== "hidden" && (
          <form method="post" action="/sidebar">
            <Back to={currentPath} />
            <button name="state" value="hidden">
              <Icon name="hide" />
              隐藏菜单
            </button>
          </form>
        )}
        <form method="post" action="/sign-out">
          <button>
            <Icon name="sign-out" />
            退出登录
          </button>
        </form>
      </div>
    </details>
  );
}
