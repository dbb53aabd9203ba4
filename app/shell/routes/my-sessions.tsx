import { useLoaderData } from "@remix-run/react";
import { endOwnSessions } from "~/kit/data/access/live-sessions.server";
import { formDataOf } from "~/kit/page/forms/read-form";
import { page } from "~/kit/page/http/page.server";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { Heading, screen } from "~/kit/page/screens";
import { SessionTable } from "~/kit/page/sessions/session-table";
import { showSessions } from "~/kit/page/sessions/show-sessions.server";

export const handle = screen({ title: "我的登录" });

export const loader = page("signed-in", async ({ viewer }) => ({
  sessions: await showSessions(viewer.userId, viewer),
}));

export const action = page("signed-in", async ({ request, viewer }) => {
  const form = await formDataOf(request);
  const sessionId = form.get("sessionId");
  const here = "/my-sessions";
  if (form.has("others")) {
    const ended = await endOwnSessions(viewer);
    return redirectWith(request, ended > 0 ? `已结束其他 ${ended} 处登录` : "没有其他登录了", here);
  }
  if (typeof sessionId !== "string" || !sessionId)
    return redirectWith(request, "请在列表中选择要结束的登录", here, "error");
  if (sessionId === viewer.sessionId)
    return redirectWith(request, "这是您现在的登录，请用“退出登录”结束", here, "warning");
  const ended = await endOwnSessions(viewer, sessionId);
  return redirectWith(request, ended > 0 ? "已结束此登录" : "此登录已经结束", here);
});

export default function MySessions() {
  const { sessions } = useLoaderData<typeof loader>();
  return (
    <>
      <Heading />
      <p className="quiet">您的账号现在的全部登录。有不认识的，请结束它，并马上修改密码。</p>
      <form method="post">
        <SessionTable sessions={sessions} caption="我的登录" keepOwn />
        {sessions.length > 1 && (
          <button className="button danger" name="others" value="1">
            结束其他全部登录
          </button>
        )}
      </form>
    </>
  );
}
