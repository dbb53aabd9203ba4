import { useActionData, useLoaderData } from "@remix-run/react";
import { findDevice } from "~/domains/devices/queries.server";
import { problem } from "~/kit/ground/problem";
import { page } from "~/kit/page/http/page.server";
import { ConfirmScreen, Heading, screen, Section } from "~/kit/page/screens";
import { linkUrlOf, may } from "../policy";
import { makeLinkToken } from "../queries.server";

export const handle = screen({ title: "生成通信令牌" });

export const loader = page(may.write, async ({ viewer, params }) => {
  const device = await findDevice(viewer, params.devUuid!);
  if (!device) throw problem.missing("设备");
  return { devUuid: device.devUuid, devSelfCode: device.devSelfCode };
});

/** Answers with the token itself and not with a redirect: it can be shown only now. */
export const action = page(may.write, ({ viewer, params }) => makeLinkToken(viewer, params.devUuid!));

export default function MakeToken() {
  const { devUuid, devSelfCode } = useLoaderData<typeof loader>();
  const made = useActionData<typeof action>();
  if (!made)
    return (
      <ConfirmScreen
        question={`为设备 ${devSelfCode} 生成新的通信令牌？现有的令牌随即停用，终端要换上新的才能通信。`}
        cancelTo={linkUrlOf(devUuid)}
        confirm="生成"
      />
    );
  return (
    <>
      <Heading />
      <Section title={`设备 ${made.devSelfCode} 的令牌`}>
        <p className="notice warn" role="alert">
          请现在把令牌写入终端，离开本页后不能再查看。
        </p>
        <p>
          <code>{made.token}</code>
        </p>
        <p className="quiet">终端把它放在请求头 Authorization 中，轮询 POST /api/device-link/v1.0/poll。</p>
        <a className="button primary" href={linkUrlOf(devUuid)}>
          已写入，返回
        </a>
      </Section>
    </>
  );
}
