import { data } from "@remix-run/node";
import { Links, Outlet, useRouteLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { schemeCookie, themeCookie, titleCookie } from "~/kit/data/access/cookies.server";
import { readStoredFields } from "~/kit/data/access/stored-post.server";
import { framePage, sessionOrSignOut } from "~/kit/page/http/page.server";
import { ServerOnly } from "~/kit/page/http/server-only";
import { usePageContext } from "~/kit/page/islands/page-context";
import { IslandScripts } from "~/kit/page/islands/scripts";
import { type Crumb, useScreen } from "~/kit/page/screens";
import "~/shell/base.css";
import { shellState } from "~/shell/frame/shell-state.server";
import { Bare } from "~/shell/bare";
import { errorTitle, ThrownErrorPage, useThrown } from "~/kit/page/screens/error-page";
import { Layout as Frame } from "~/shell/layout";
import { productTitle, type ShellData } from "~/shell/shell-data";
import { schemeOf, themeCss } from "~/shell/theme";

const keptWords = "登录过期前的提交还没有保存。已恢复能恢复的内容，请核对后重新提交。";

/** The frame of a signed-in person, and what they typed before their session expired; nothing for strangers. */
export const loader = framePage(async ({ request, url, facts }) => {
  const session = await sessionOrSignOut(facts);
  const title = (await titleCookie.read(request)) ?? productTitle;
  if (session.state !== "live") {
    const [theme, scheme] = await Promise.all([themeCookie.read(request), schemeCookie.read(request)]);
    return data({ shell: null, kept: null, title, look: { theme, scheme } });
  }
  if (session.viewer.userStatus !== "normal")
    return data({ shell: null, kept: null, title, look: lookOf(session.profile), unready: true });
  const keptId = url.searchParams.get("kept");
  const [{ shell, headers }, kept] = await Promise.all([
    shellState(request, url, facts, session),
    keptId ? readStoredFields(keptId, session.viewer.userId, url.pathname) : undefined,
  ]);
  const expired = kept && { kind: "warning" as const, text: keptWords };
  const flash = shell.flash ?? expired ?? undefined;
  return data({ shell: new ServerOnly<ShellData>({ ...shell, flash }), kept: kept ?? null, title }, { headers });
});

export default function App() {
  const screen = useScreen();
  const failed = usePageContext()?.failed;
  return (
    <Document {...screen} {...(failed && { title: errorTitle(failed) })}>
      <Outlet />
    </Document>
  );
}

export function ErrorBoundary() {
  const { status } = useThrown();
  return (
    <Document title={errorTitle(status)}>
      <ThrownErrorPage />
    </Document>
  );
}

const lookOf = ({ theme, scheme }: { theme: string; scheme: string }) => ({ theme, scheme });

interface RootData {
  shell?: ServerOnly<ShellData> | null;
  /** Where there is no frame to say it. */
  look?: { theme?: string; scheme?: string };
  title: string;
  /** Who is signed in must first change their password or set up a second factor. */
  unready?: boolean;
}

interface DocumentProps {
  title: string;
  under?: Crumb[];
  bare?: boolean;
  children: ReactNode;
}

function Document({ title, under = [], bare, children }: DocumentProps) {
  const { nonce, asksSpeed } = usePageContext() ?? {};
  const loaded = useRouteLoaderData("root") as RootData | undefined;
  const shell = loaded?.shell?.value;
  const product = loaded?.title ?? productTitle;
  const scheme = shell?.scheme ?? schemeOf(loaded?.look?.scheme);
  return (
    <html lang="zh-CN" data-scheme={scheme} data-mantine-color-scheme={scheme === "dark" ? "dark" : "light"}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta property="csp-nonce" nonce={nonce} />
        <title>{title ? `${title} - ${product}` : product}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {/* Shown at once when it is whole: half pages would be laid out several times. */}
        {shell && <link rel="expect" href="#end" blocking="render" />}
        <Links />
        <style
          nonce={nonce}
          dangerouslySetInnerHTML={{ __html: shell?.themeVars ?? themeCss(loaded?.look?.theme, scheme) }}
        />
        <IslandScripts />
      </head>
      <body data-asks-speed={shell && asksSpeed ? "" : undefined}>
        {shell && !bare ? (
          <Frame shell={shell} crumbs={withCrumb(shell, title, under)}>
            {children}
          </Frame>
        ) : loaded?.unready ? (
          <Bare title={product}>{children}</Bare>
        ) : (
          children
        )}
      </body>
    </html>
  );
}

/** The levels above come from the tab's stack, those that were not walked from the page; the page itself is the last. */
function withCrumb({ breadcrumbs }: ShellData, title: string | undefined, under: Crumb[]): Crumb[] {
  if (!title || breadcrumbs.length === 0) return breadcrumbs;
  const path = ({ href }: Crumb) => href?.split("?")[0] ?? "";
  const missed = under.filter((level) => !breadcrumbs.some((known) => path(known) === path(level)));
  return [...[...breadcrumbs, ...missed].sort((one, other) => path(one).length - path(other).length), { title }];
}
