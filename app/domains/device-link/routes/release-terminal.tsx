import { useLoaderData } from "@remix-run/react";
import { findDevice } from "~/domains/devices/queries.server";
import { problem } from "~/kit/ground/problem";
import { page } from "~/kit/page/http/page.server";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { ConfirmScreen, screen } from "~/kit/page/screens";
import { linkUrlOf, may } from "../policy";
import { registeredAt, releaseTerminal } from "../queries.server";

export const handle = screen({ title: "解除终端注册" });

export const loader = page(may.write, async ({ viewer, params }) => {
  const device = await findDevice(viewer, params.devUuid!);
  if (!device || !(await registeredAt(viewer, device.devUuid))) throw problem.missing("终端注册");
  return { devUuid: device.devUuid, devSelfCode: device.devSelfCode };
});

export const action = page(may.write, async ({ viewer, request, params }) => {
  await releaseTerminal(viewer, params.devUuid!);
  return redirectWith(request, "已解除注册，原鉴权码 30 秒内失效，请让终端重新注册", linkUrlOf(params.devUuid!));
});

export default function ReleaseTerminal() {
  const { devUuid, devSelfCode } = useLoaderData<typeof loader>();
  return (
    <ConfirmScreen
      question={`解除设备 ${devSelfCode} 的终端注册？原鉴权码随即失效，下一台以这个号码注册的终端会得到新的鉴权码。`}
      cancelTo={linkUrlOf(devUuid)}
      confirm="解除注册"
    />
  );
}
