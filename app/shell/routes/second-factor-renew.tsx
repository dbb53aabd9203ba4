import { redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { findSecondFactor } from "~/kit/data/access/second-factor.server";
import { page, type ViewerCall } from "~/kit/page/http/page.server";
import { screen } from "~/kit/page/screens";
import { RecoveryCodes } from "../second-factor/recovery-codes";
import { SetupScreen } from "../second-factor/setup-screen";
import { showSetup } from "../second-factor/setup.server";
import { putInForce } from "../second-factor/put-in-force.server";
import { RenewForm } from "../session/schema";

export const handle = screen({ title: "更换验证器" });

export const loader = page("signed-in", async ({ viewer }) => {
  if (!(await findSecondFactor(viewer.userId))) throw redirect("/second-factor");
  return { setup: showSetup(viewer) };
});

export const action = page("signed-in", (call: ViewerCall) => putInForce(call, RenewForm));

export default function RenewSecondFactor() {
  const { setup } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  if (answer && "issued" in answer)
    return <RecoveryCodes title="已更换验证器" issued={answer.issued} doneTo="/second-factor" />;
  return (
    <SetupScreen
      setup={answer?.setup ?? setup}
      reply={answer?.reply}
      replacing
      save="更换验证器"
      cancelTo="/second-factor"
      note="更换后，原来的验证器和恢复码都不能再用"
    />
  );
}
