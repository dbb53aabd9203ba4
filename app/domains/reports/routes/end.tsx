import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { problem } from "~/kit/ground/problem";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { ConfirmScreen, screen } from "~/kit/page/screens";
import { may } from "../policy";
import { endToken, findToken } from "../queries.server";
import { tokenRoom } from "../room";

export const handle = screen({ title: "停用上报令牌" });

export const loader = page(may.write, async ({ viewer, params }) => {
  const token = await findToken(viewer, params.tokenId!);
  if (!token) throw problem.missing("令牌");
  return token;
});

export const action = page(may.write, async ({ viewer, request, params }) => {
  await endToken(viewer, params.tokenId!);
  return redirectWith(request, "已停用令牌，用它的上报从现在起被拒绝", tokenRoom.url);
});

export default function EndToken() {
  const { tokenName } = useLoaderData<typeof loader>();
  return (
    <ConfirmScreen
      question={`停用令牌 ${tokenName}？停用后不能恢复，用它上报的设备需要换新的令牌。`}
      cancelTo={tokenRoom.url}
      confirm="停用"
    />
  );
}
