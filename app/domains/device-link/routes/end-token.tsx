import { useLoaderData } from "@remix-run/react";
import { problem } from "~/kit/ground/problem";
import { page } from "~/kit/page/http/page.server";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { ConfirmScreen, screen } from "~/kit/page/screens";
import { linkUrlOf, may } from "../policy";
import { endLinkToken, linkTokenOf } from "../queries.server";

export const handle = screen({ title: "停用通信令牌" });

export const loader = page(may.write, async ({ viewer, params }) => {
  const token = await linkTokenOf(viewer, params.devUuid!);
  if (!token) throw problem.missing("令牌");
  return { devUuid: token.devUuid, devSelfCode: token.devSelfCode };
});

export const action = page(may.write, async ({ viewer, request, params }) => {
  await endLinkToken(viewer, params.devUuid!);
  return redirectWith(request, "已停用令牌，这台终端 10 秒内不能再通信", linkUrlOf(params.devUuid!));
});

export default function EndToken() {
  const { devUuid, devSelfCode } = useLoaderData<typeof loader>();
  return (
    <ConfirmScreen
      question={`停用设备 ${devSelfCode} 的通信令牌？停用后不能恢复，终端要换新的令牌才能通信。`}
      cancelTo={linkUrlOf(devUuid)}
      confirm="停用"
    />
  );
}
