import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { ListScreen, screen } from "~/kit/page/screens";
import { listPage } from "~/kit/page/tables/list-loader.server";
import { may } from "../policy";
import { listDictionaries } from "../queries.server";
import { dictionaryRoom } from "../room";
import { dictionaryTable } from "../table";

export const handle = screen({ title: "字典管理" });
export const loader = page(may.read, (call) => listPage(call, may, dictionaryTable, listDictionaries));

export default function Dictionaries() {
  const list = useLoaderData<typeof loader>();
  return <ListScreen {...list} room={dictionaryRoom} table={dictionaryTable} />;
}
