import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { attempt } from "~/kit/ground/problem";
import { OnceField } from "~/kit/page/forms/once";
import { formDataOf } from "~/kit/page/forms/read-form";
import { page } from "~/kit/page/http/page.server";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { ServerOnly } from "~/kit/page/http/server-only";
import { ListScreen, screen } from "~/kit/page/screens";
import { listPage } from "~/kit/page/tables/list-loader.server";
import { stationRoom } from "../../room";
import { keepNames, listNames, namesOf } from "../names.server";
import { readSaid, typedReadings } from "../said";
import { nameTable, readingsForm, readingsUrl } from "../table";
import styles from "../readings.module.css";

export const handle = screen({
  title: "站名读音",
  under: () => [{ title: stationRoom.title, href: stationRoom.url }],
});

export const loader = page(stationRoom.may.read, (call) => listPage(call, stationRoom.may, nameTable, listNames));

export const action = page(stationRoom.may.write, async ({ viewer, request, url }) => {
  const form = await formDataOf(request);
  const typed = typedReadings(form);
  const { said, faults } = readSaid(form, await namesOf(Object.keys(typed)));
  const again = (more: { faults: Record<string, string>; error: string }) =>
    data(
      { ...more, typed, ticked: [...form.getAll("agreed"), ...form.getAll("doubted")].map(String) },
      { status: 422 },
    );
  const wrong = Object.keys(faults).length;
  if (wrong > 0) return again({ faults, error: `没有保存：${wrong} 个读音要改，见各行` });
  const { written, agreed, doubted } = said;
  if (written.length + agreed.length + doubted.length === 0)
    return again({ faults, error: "没有要保存的：请写读音，或勾选读得对的站名" });
  const done = await attempt(() => keepNames(viewer, said));
  if (!done.ok) {
    const { errors, message } = done.problem;
    const found = Object.fromEntries(errors.map((error) => [error.path, error.message]));
    return again({ faults: found, error: `没有保存：${errors[0]?.message ?? message}` });
  }
  const told = [
    written.length > 0 && `改了 ${written.length} 个站名（${done.value} 个站）的读音，用到的语音请到语音库重新朗读`,
    agreed.length > 0 && `认定 ${agreed.length} 个站名读得对`,
    doubted.length > 0 && `取消认定 ${doubted.length} 个站名`,
  ];
  return redirectWith(request, told.filter(Boolean).join("；"), `${readingsUrl}${url.search}`);
});

export default function Readings() {
  const { rows, ...list } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const shown = answer
    ? rows.value.map((row) => ({
        ...row,
        typed: answer.typed[row.staUuid],
        isTicked: answer.ticked.includes(row.staName),
        fault: answer.faults[row.staUuid],
      }))
    : rows.value;
  return (
    <ListScreen
      {...list}
      rows={new ServerOnly(shown)}
      table={nameTable}
      title="站名读音"
      emptyText="没有要核对的站名：有多音字的站名都写了读音，或有人认定读得对。"
      actions={
        <a className="button" href="/voice/voice-library/speak">
          朗读站名
        </a>
      }
    >
      {answer && (
        <p className="notice bad" role="alert" tabIndex={-1} autoFocus>
          {answer.error}
        </p>
      )}
      {list.may.write && (
        <form method="post" id={readingsForm} className={styles.save}>
          <OnceField />
          <button className="button primary">保存本页</button>
          <span className="quiet">
            先听，读错了写带声调的拼音（chong2 qing4 lu4），读对了勾选；写的读音用于同名的所有站点。
          </span>
        </form>
      )}
    </ListScreen>
  );
}
