import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { screen } from "~/kit/page/screens";
import { roomRecord } from "~/kit/room/served-pages.server";
import { RecordScreen, recordTitle } from "~/kit/room/screens";
import { factsOf } from "~/kit/room/words";
import { moduleRoom, productOf } from "../room";
import { modules } from "../room.server";

export const handle = screen({ title: recordTitle(moduleRoom) });
export const loader = page(moduleRoom.may.read, (call) => roomRecord(call, modules));

export default function Module() {
  const { record: module } = useLoaderData<typeof loader>();
  const facts = [
    ...factsOf(moduleRoom.words, module, ["moduleName"]),
    { label: "产品", value: productOf(module) },
    { label: "资源", value: `${module.resourceCount} 个` },
    ...factsOf(moduleRoom.words, module, ["description"], { wide: true }),
  ];
  return <RecordScreen room={moduleRoom} sections={[{ title: "基本信息", facts }]} />;
}
