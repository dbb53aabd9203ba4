import { useLoaderData } from "@remix-run/react";
import { page } from "~/kernel/access/page.server";
import { reading } from "~/kernel/rooms/pages.server";
import { factsOf } from "~/kernel/rooms/words";
import { RecordScreen, recordTitle, screen } from "~/kernel/screens";
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
