import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { screen } from "~/kit/page/screens";
import { roomRecord } from "~/kit/room/served-pages.server";
import { RecordScreen, recordTitle } from "~/kit/room/screens";
import { factsOf } from "~/kit/room/words";
import { appRoom } from "../room";
import { apps } from "../room.server";

export const handle = screen({ title: recordTitle(appRoom) });
export const loader = page(appRoom.may.read, (call) => roomRecord(call, apps));

export default function App() {
  const { record: app } = useLoaderData<typeof loader>();
  const { words } = appRoom;
  const facts = [
    ...factsOf(words, app, ["appName", "appCode", "englishShortName", "icon", "sort"]),
    { label: "状态", value: words.show("enabled", app.enabled) },
    { label: "资源", value: `${app.resourceCount} 个` },
    ...factsOf(words, app, ["address"]),
  ];
  const resources = (
    <a className="button" href={`/system/resource?appId=${app.appId}`}>
      资源
    </a>
  );
  return <RecordScreen room={appRoom} actions={resources} sections={[{ title: "基本信息", facts }]} />;
}
