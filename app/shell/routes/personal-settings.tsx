import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { appCodeCookie, schemeCookie, themeCookie } from "~/kit/data/access/cookies.server";
import { pagesOf } from "~/kit/data/access/home.server";
import type { ResourceNode } from "~/kit/data/access/menu.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { type IconName, iconNames } from "~/kit/page/forms/icon-names";
import { page } from "~/kit/page/http/page.server";
import type { SessionState } from "~/kit/data/access/session.server";
import { pictureKinds } from "~/kit/data/files/picture";
import { sizeText } from "~/kit/data/files/size-text";
import { acceptUpload } from "~/kit/page/http/accept-upload.server";
import { pictureLimits } from "~/kit/ground/files/limits";
import { formDataOf } from "~/kit/page/forms/read-form";
import { attempt, problem } from "~/kit/ground/problem";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { Heading, screen, Section } from "~/kit/page/screens";
import { navigationOf, tabScreens } from "../frame/navigation.server";
import { readSidebarState } from "../frame/shell-state.server";
import { chooseShortcuts, mostShortcuts, shortcutsOf, showShortcutTitles } from "../frame/shortcuts.server";
import { removeAvatar, saveAvatar } from "../session/avatar.server";
import { chooseLook } from "../session/user-info.server";
import { type ScreenGroup, ShortcutChoice } from "../shortcut-choice";
import { SidebarChoice } from "../sidebar-choice";
import { schemeOf, schemes, themes } from "../theme";
import styles from "./personal-settings.module.css";

export const handle = screen({ title: "个性化配置" });

export const loader = page("signed-in", async ({ request, facts, viewer }) => {
  const session = (await facts.session()) as Extract<SessionState, { state: "live" }>;
  const [menu, chosen, sidebar] = await Promise.all([
    navigationOf(session, (await appCodeCookie.read(request)) ?? viewer.appCode),
    shortcutsOf(viewer.userId),
    readSidebarState(request),
  ]);
  return {
    theme: session.profile.theme,
    scheme: schemeOf(session.profile.scheme),
    userId: viewer.userId,
    avatar: session.profile.avatarKey,
    avatarLimit: sizeText(pictureLimits.avatarBytes),
    sidebar,
    shortcuts: {
      groups: screenGroups(menu, viewer),
      titles: session.profile.shortcutTitles,
      chosen,
      most: mostShortcuts,
    },
  };
});

/** The screens as the menu has them, then those beside it. */
function screenGroups(menu: ResourceNode[], viewer: Viewer): ScreenGroup[] {
  const screens = new Map(
    tabScreens(menu, viewer).map(({ path, title, icon }) => [path, { path, title, icon: iconOf(icon) }]),
  );
  const take = (path: string) => {
    const found = screens.get(path);
    screens.delete(path);
    return found ?? [];
  };
  const groups = menu.map((group) => ({
    title: group.title,
    screens: pagesOf([group]).flatMap(({ path }) => take(path!)),
  }));
  return [...groups, { title: "其他", screens: [...screens.values()] }].filter((group) => group.screens.length > 0);
}

const iconOf = (icon: string | null): IconName => iconNames.find((name) => name === icon) ?? "screen";

export const action = page("signed-in", async ({ request, facts, viewer }) => {
  const here = "/personal-settings";
  if (/^multipart\//.test(request.headers.get("content-type") ?? "")) {
    const done = await attempt(async () => {
      const upload = await acceptUpload(viewer, request, { fileSize: pictureLimits.avatarBytes });
      try {
        const [file] = upload.files;
        if (!file) throw problem.field("avatar", "请选择图片");
        await saveAvatar(viewer, file);
      } finally {
        await upload.discard();
      }
    });
    return done.ok ? redirectWith(request, "头像已更换", here) : data({ error: done.problem.message }, { status: 422 });
  }
  const form = await formDataOf(request);
  if (form.get("intent") === "shortcuts") {
    const session = (await facts.session()) as Extract<SessionState, { state: "live" }>;
    const menu = await navigationOf(session, (await appCodeCookie.read(request)) ?? viewer.appCode);
    const offered = tabScreens(menu, viewer).map(({ path }) => path);
    const chosen = form.getAll("path").map(String);
    const full = await chooseShortcuts(viewer.userId, offered, new Set(chosen));
    if (full) return data({ error: full, chosen }, { status: 422 });
    await showShortcutTitles(viewer.userId, form.has("titles"));
    return redirectWith(request, "快捷菜单已保存", here);
  }
  if (form.get("intent") === "remove-avatar") {
    await removeAvatar(viewer);
    return redirectWith(request, "头像已移除", here);
  }
  const chosen = themes.find((theme) => theme.name === form.get("theme"));
  if (!chosen) return data({ error: "请选择主题颜色" }, { status: 422 });
  const session = (await facts.session()) as Extract<SessionState, { state: "live" }>;
  // A page of before knows none: it stays.
  const scheme = schemes.find((one) => one.name === (form.get("scheme") ?? session.profile.scheme));
  if (!scheme) return data({ error: "请选择深浅" }, { status: 422 });
  await chooseLook(viewer, { theme: chosen.name, scheme: scheme.name });
  const answer = await redirectWith(request, `外观已改为${chosen.title}、${scheme.title}`, here);
  answer.headers.append("Set-Cookie", await themeCookie.write(request, chosen.name));
  answer.headers.append("Set-Cookie", await schemeCookie.write(request, scheme.name));
  return answer;
});

export default function PersonalSettings() {
  const { theme, scheme, userId, avatar, avatarLimit, sidebar, shortcuts } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <>
      <Heading />
      {answer && "error" in answer && (
        <p className="notice bad" role="alert">
          {answer.error}
        </p>
      )}
      <Section title="外观">
        <form method="post" className={styles.themes}>
          <fieldset className={styles.schemes}>
            <legend>深浅</legend>
            {schemes.map(({ name, title }) => (
              <label key={name}>
                <input type="radio" name="scheme" value={name} defaultChecked={name === scheme} />
                {title}
              </label>
            ))}
          </fieldset>
          {themes.map(({ name, title, hex }) => (
            <label key={name}>
              <input type="radio" name="theme" value={name} defaultChecked={name === theme} />
              <span className={styles.swatch} style={{ background: hex }} aria-hidden="true" />
              {title}
            </label>
          ))}
          <button className="button primary">应用</button>
        </form>
      </Section>
      <div className={styles.beside}>
        <Section title="头像">
          <form method="post" encType="multipart/form-data" className={styles.row}>
            {avatar && <img src={`/avatar/${userId}?v=${avatar.slice(-8)}`} alt="当前头像" width={48} height={48} />}
            <input
              type="file"
              name="avatar"
              accept={Object.keys(pictureKinds).join()}
              required
              aria-label="选择头像图片"
            />
            <button className="button">上传</button>
            <span className="quiet">
              {Object.values(pictureKinds).join("、")}，最大 {avatarLimit}
            </span>
          </form>
          {avatar && (
            <form method="post">
              <button className="linklike" name="intent" value="remove-avatar">
                移除头像
              </button>
            </form>
          )}
        </Section>
        <SidebarChoice present={sidebar} />
      </div>
      <ShortcutChoice {...shortcuts} chosen={answer && "chosen" in answer ? answer.chosen : shortcuts.chosen} />
    </>
  );
}
