import { useLoaderData } from "@remix-run/react";
import { findDevice } from "~/domains/devices/queries.server";
import { allows } from "~/kit/data/access/viewer";
import { problem } from "~/kit/ground/problem";
import { settings } from "~/kit/ground/settings.server";
import { formatSecond } from "../format-second";
import { page } from "~/kit/page/http/page.server";
import { Heading, screen, Section } from "~/kit/page/screens";
import { messagesOf } from "../device-messages.server";
import { kindName, MessageTable } from "../message-table";
import { linkUrlOf, may } from "../policy";
import { linkTokenOf, registeredAt } from "../queries.server";

export const handle = screen({ title: "设备通信", refresh: () => 30 });

export const loader = page(may.read, async ({ viewer, params, url }) => {
  const device = await findDevice(viewer, params.devUuid!);
  if (!device) throw problem.missing("设备");
  const kind = url.searchParams.get("kind")?.slice(0, 32) || undefined;
  const [token, registered, { messages, kinds }] = await Promise.all([
    linkTokenOf(viewer, device.devUuid),
    registeredAt(viewer, device.devUuid),
    messagesOf(device.devUuid, kind),
  ]);
  const shown = (time: Date | null) => time && formatSecond(time, settings().OPERATOR_TIME_ZONE);
  return {
    device: { devUuid: device.devUuid, devSelfCode: device.devSelfCode, modelNum: device.modelNum },
    token: token && { made: shown(token.createdAt), by: token.createdBy, used: shown(token.lastUsedAt) },
    registered: shown(registered ?? null),
    kind,
    kinds,
    mayWrite: allows(viewer, may.write),
    messages: messages.map(({ at, untilAt, ...message }) => ({ ...message, at: shown(at)!, until: shown(untilAt)! })),
  };
});

export default function DeviceLink() {
  const { device, token, registered, messages, kind, kinds, mayWrite } = useLoaderData<typeof loader>();
  const url = linkUrlOf(device.devUuid);
  return (
    <>
      <Heading />
      <Section title="通信令牌">
        <p>
          {token
            ? `在用，${token.made} 由 ${token.by} 生成，${token.used ? `最近使用 ${token.used}` : "还没有使用过"}`
            : "没有令牌：终端凭令牌领取文件和上报，请先生成。"}
        </p>
        <p>
          {mayWrite && (
            <a className="button" href={`${url}/token`}>
              {token ? "换新令牌" : "生成令牌"}
            </a>
          )}{" "}
          {mayWrite && token && (
            <a className="button" href={`${url}/end`}>
              停用令牌
            </a>
          )}
        </p>
      </Section>
      <Section title="JT/T 808 注册">
        <p>
          {registered
            ? `${registered} 注册。换了终端、改了终端编号或车牌后，终端要重新注册，请先解除注册。`
            : "还没有注册：第一台以本设备终端手机号注册的终端会得到鉴权码。"}
        </p>
        {mayWrite && registered && (
          <p>
            <a className="button" href={`${url}/release`}>
              解除注册
            </a>
          </p>
        )}
      </Section>
      <Section title="最近的消息">
        <nav aria-label="消息种类">
          <a href={url} aria-current={kind ? undefined : "true"}>
            全部
          </a>
          {kinds.map((one) => (
            <span key={one.kind}>
              {" · "}
              <a
                href={`${url}?kind=${encodeURIComponent(one.kind)}`}
                aria-current={kind === one.kind ? "true" : undefined}
              >
                {kindName(one.kind)} {one.rows}
              </a>
            </span>
          ))}
        </nav>
        {messages.length > 0 ? (
          <MessageTable messages={messages} />
        ) : (
          <p className="quiet">{kind ? `没有${kindName(kind)}消息。` : "这台设备还没有通信过。"}</p>
        )}
      </Section>
    </>
  );
}
