import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { reading } from "~/kit/room/pages.server";
import { factsOf } from "~/kit/room/words";
import { screen } from "~/kit/page/screens";
import { RecordScreen, recordTitle } from "~/kit/room/screens";
import { may } from "../policy";
import { findApp } from "../queries.server";
import { appRoom } from "../room";

export const handle = screen({ title: recordTitle(appRoom) });
export const loader = page(may.read, (call) => reading(call, appRoom, may, findApp));

export default function App() {
  const { record: app } = useLoaderData<typeof loader>();
  const facts = factsOf(appRoom.words, app, [
    "appName",
    "appCode",
    "englishShortName",
    "icon",
    "sort",
    "enabled",
    "resourceCount",
    "address",
  ]);
  return (
    <RecordScreen
      room={appRoom}
      note={app.appCode}
      actions={
        <a className="button" href={`/system/resource?appId=${app.appId}`}>
          资源
        </a>
      }
      sections={[{ title: "基本信息", facts }]}
    />
  );
}
