import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { reading } from "~/kit/room/pages.server";
import { factsOf } from "~/kit/room/words";
import { screen } from "~/kit/page/screens";
import { RecordScreen, recordTitle } from "~/kit/room/screens";
import { may } from "../policy";
import { findModule } from "../queries.server";
import { moduleRoom } from "../room";
import { productOf } from "../table";

export const handle = screen({ title: recordTitle(moduleRoom) });
export const loader = page(may.read, (call) => reading(call, moduleRoom, may, findModule));

export default function Module() {
  const { record: module } = useLoaderData<typeof loader>();
  const { words } = moduleRoom;
  const facts = [
    ...factsOf(words, module, ["moduleName"]),
    { label: "产品", value: productOf(module) },
    ...factsOf(words, module, ["resourceCount"]),
    ...factsOf(words, module, ["description"], { wide: true }),
  ];
  return <RecordScreen room={moduleRoom} sections={[{ title: "基本信息", facts }]} />;
}
