import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { pendingTokenCookie, sessionCookie } from "~/kit/data/access/cookies.server";
import { page } from "~/kit/page/http/page.server";
import { endSession, readSession } from "~/kit/data/access/session.server";
import { formDataOf } from "~/kit/page/forms/read-form";
import { localPath } from "~/kit/ground/local-path";
import { Heading, screen, Section } from "~/kit/page/screens";

export const handle = screen({ title: "切换账号" });

export const loader = page("signed-in", async ({ request, url, facts, viewer }) => {
  const token = await pendingTokenCookie.read(request);
  const incoming = token ? await readSession(token, facts) : undefined;
  const to = localPath(url.searchParams.get("to")) ?? "/";
  if (incoming?.state !== "live") throw redirect(to);
  return { from: viewer.userName, next: incoming.viewer.userName, to };
});

/** Takes the handed-over session in place of the present one, or drops it. */
export const action = page("signed-in", async ({ request, url, viewer }) => {
  const choice = (await formDataOf(request)).get("choice");
  const token = await pendingTokenCookie.read(request);
  const headers = new Headers();
  headers.append("Set-Cookie", await pendingTokenCookie.write(request, undefined));
  if (choice === "switch" && token) {
    await endSession(viewer.sessionId, "switched");
    headers.append("Set-Cookie", await sessionCookie.write(request, token));
  }
  return redirect(localPath(url.searchParams.get("to")) ?? "/", { status: 303, headers });
});

export default function SwitchSession() {
  const { from, next } = useLoaderData<typeof loader>();
  return (
    <>
      <Heading />
      <Section title="以谁的身份进入">
        <p>
          这台电脑上现在登录的是 <b>{from}</b>，您打开的链接要以 <b>{next}</b> 的身份进入。切换后，{from} 的登录会结束。
        </p>
        <form method="post">
          <button className="button primary" name="choice" value="switch">
            切换为 {next}
          </button>{" "}
          <button className="button" name="choice" value="stay">
            继续使用 {from}
          </button>
        </form>
      </Section>
    </>
  );
}
