import { useActionData } from "@remix-run/react";
import { turnOff } from "~/kit/data/access/second-factor.server";
import { page, type ViewerCall } from "~/kit/page/http/page.server";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { screen } from "~/kit/page/screens";
import { ProofScreen } from "../second-factor/proof";
import { loadInForce, withProof } from "../second-factor/proof.server";

export const handle = screen({ title: "关闭两步验证" });

export const loader = loadInForce;

export const action = page("signed-in", async (call: ViewerCall) => {
  const { answer } = await withProof(call, turnOff);
  return answer ?? redirectWith(call.request, "已关闭两步验证", "/second-factor");
});

export default function TurnOffSecondFactor() {
  const answer = useActionData<typeof action>();
  return <ProofScreen reply={answer?.reply} save="关闭两步验证" note="关闭后，登录只需要密码；恢复码也不能再用" />;
}
