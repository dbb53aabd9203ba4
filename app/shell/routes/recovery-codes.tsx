import { data } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { renewRecoveryCodes } from "~/kit/data/access/second-factor.server";
import { page, type ViewerCall } from "~/kit/page/http/page.server";
import { screen } from "~/kit/page/screens";
import { ProofScreen } from "../second-factor/proof";
import { loadInForce, withProof } from "../second-factor/proof.server";
import { issueCodes } from "../second-factor/issued-codes.server";
import { RecoveryCodes } from "../second-factor/recovery-codes";

export const handle = screen({ title: "重新生成恢复码" });

export const loader = loadInForce;

export const action = page("signed-in", async (call: ViewerCall) => {
  const { answer, done: codes } = await withProof(call, renewRecoveryCodes);
  return answer ?? data({ issued: issueCodes(call.viewer, codes) });
});

export default function NewRecoveryCodes() {
  const answer = useActionData<typeof action>();
  if (answer && "issued" in answer)
    return <RecoveryCodes title="新的恢复码" issued={answer.issued} doneTo="/second-factor" />;
  return <ProofScreen reply={answer?.reply} save="生成恢复码" note="生成后，原来的恢复码都不能再用" />;
}
