import { useActionData, useLoaderData } from "@remix-run/react";
import { findSecondFactor, isSecondFactorRequired } from "~/kit/data/access/second-factor.server";
import { page, type ViewerCall } from "~/kit/page/http/page.server";
import { settings } from "~/kit/ground/settings.server";
import { formatTime } from "~/kit/ground/time/format-time";
import { Facts, Heading, screen, Section } from "~/kit/page/screens";
import { RecoveryCodes } from "../second-factor/recovery-codes";
import { SetupScreen } from "../second-factor/setup-screen";
import { showSetup } from "../second-factor/setup.server";
import { putInForce } from "../second-factor/put-in-force.server";
import { SetupForm } from "../session/schema";

export const handle = screen({ title: "两步验证" });

export const loader = page("signed-in", async ({ viewer }) => {
  const [known, required] = await Promise.all([findSecondFactor(viewer.userId), isSecondFactorRequired(viewer.userId)]);
  if (!known) return { known: null, required, setup: showSetup(viewer) };
  const { since, codesLeft } = known;
  return { known: { since: formatTime(since, settings().OPERATOR_TIME_ZONE), codesLeft }, required, setup: null };
});

export const action = page("signed-in", (call: ViewerCall) => putInForce(call, SetupForm));

export default function SecondFactor() {
  const { known, required, setup } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  if (answer && "issued" in answer)
    return <RecoveryCodes title="已开启两步验证" issued={answer.issued} doneTo={required ? "/" : "/second-factor"} />;
  if (known) return <InForce {...known} required={required} />;
  return (
    <SetupScreen
      setup={answer?.setup ?? setup}
      reply={answer?.reply}
      save="开启两步验证"
      cancelTo={required ? undefined : "/homepage"}
      note={required ? "您的角色要求两步验证，请先开启" : "开启后，登录时除了密码还要输入手机上的动态码"}
    />
  );
}

function InForce({ since, codesLeft, required }: { since: string; codesLeft: number; required: boolean }) {
  return (
    <>
      <Heading note={required ? "您的角色要求两步验证" : undefined}>
        <a className="button" href="/second-factor/renew">
          更换验证器
        </a>
        <a className="button" href="/second-factor/recovery-codes">
          重新生成恢复码
        </a>
        {!required && (
          <a className="button" href="/second-factor/off">
            关闭两步验证
          </a>
        )}
      </Heading>
      <Section title="已开启">
        <Facts
          facts={[
            { label: "开启时间", value: since },
            { label: "剩余恢复码", value: `${codesLeft} 个` },
          ]}
        />
        {codesLeft < 3 && <p className="notice warn">恢复码快用完了，请重新生成。</p>}
      </Section>
    </>
  );
}
