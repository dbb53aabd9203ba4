import { useActionData, useLoaderData } from "@remix-run/react";
import { requireLine } from "~/domains/lines/queries.server";
import { attempt } from "~/kit/ground/problem";
import { today } from "~/kit/ground/time/today.server";
import { DateField, TextareaField, TextField } from "~/kit/page/forms/fields";
import { Fields } from "~/kit/page/forms/form-parts";
import { again, readForm, type Reply, refused } from "~/kit/page/forms/read-form";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { page } from "~/kit/page/http/page.server";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { FormScreen, screen, Section } from "~/kit/page/screens";
import { busesOfLine, moveBuses } from "../queries.server";
import { busRoom } from "../room";
import { LineBusesForm } from "../work-forms";

export const handle = screen({ title: ({ line }: { line: { lineName: string } }) => `${line.lineName} 的车辆` });

const lineUrl = (lineUuid: string) => `/line/line-management/${lineUuid}`;

export const loader = page(busRoom.may.assign, async ({ viewer, params }) => {
  const { lineUuid, lineName, orgName } = await requireLine(viewer, params.lineUuid ?? "");
  return {
    line: { lineUuid, lineName, orgName },
    buses: await busesOfLine(viewer, lineUuid),
    today: today(),
  };
});

export const action = page(busRoom.may.assign, async ({ viewer, params, request }) => {
  const line = await requireLine(viewer, params.lineUuid ?? "");
  const sent = await readForm(request, LineBusesForm);
  if (sent.status !== "success") return again(sent);
  const { numbers, from, reason } = sent.value;
  const done = await attempt(() =>
    moveBuses({ ...viewer, reason: reason ?? undefined }, line.lineUuid, { numbers, from }),
  );
  if (!done.ok) return again(refused(sent, done.problem));
  const { moved, same } = done.value;
  const words = [`已将 ${moved} 辆车从 ${from} 起安排到${line.lineName}`, same > 0 && `${same} 辆原本就在`];
  return redirectWith(request, words.filter(Boolean).join("，"), `${lineUrl(line.lineUuid)}/buses`);
});

export default function LineBuses() {
  const { line, buses, today } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as { reply?: Reply } | undefined;
  const [form, fields] = useRoomForm(LineBusesForm, answer?.reply, { from: today });
  return (
    <FormScreen form={form} cancelTo={lineUrl(line.lineUuid)} save="安排到本线路" note={line.orgName}>
      <Section title="增加车辆">
        <Fields>
          <TextareaField
            field={fields.numbers}
            label="车辆"
            rows={5}
            hint="粘贴自编号或车牌号，用空格、逗号或换行分开；原来的主线路到前一天为止"
            wide
          />
          <DateField field={fields.from} label="从" hint="从这一天起，为所属线路" />
          <TextField field={fields.reason} label="修改原因" hint="记入每辆车的修改历史" />
        </Fields>
      </Section>
      <Section title={`本线路的车辆（${buses.length}）`}>
        {buses.length === 0 ? (
          <p className="quiet">还没有车辆：在上面粘贴自编号或车牌号。</p>
        ) : (
          <table>
            <caption className="unseen">本线路的车辆</caption>
            <thead>
              <tr>
                <th scope="col">自编号</th>
                <th scope="col">车牌号</th>
                <th scope="col">主线路</th>
                <th scope="col">从</th>
                <th scope="col">到</th>
              </tr>
            </thead>
            <tbody>
              {buses.map((bus) => (
                <tr key={`${bus.busUuid}${bus.beginDate}`}>
                  <td>
                    <a href={`${busRoom.url}/${bus.busUuid}/lines`}>{bus.busSelfCode}</a>
                  </td>
                  <td>{bus.plateNum}</td>
                  <td>{bus.isMain ? "是" : "否"}</td>
                  <td>{bus.beginDate}</td>
                  <td>{bus.endDate ?? "长期"}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Section>
    </FormScreen>
  );
}
