import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { ListScreen, screen } from "~/kit/page/screens";
import { roomList } from "~/kit/room/served-pages.server";
import { dictionaryRoom, dictionaryTable } from "../room";
import { dictionaries } from "../room.server";

export const handle = screen({ title: dictionaryRoom.title });
export const loader = page(dictionaryRoom.may.read, (call) => roomList(call, dictionaries));

export default function Dictionaries() {
  return <ListScreen room={dictionaryRoom} table={dictionaryTable} {...useLoaderData<typeof loader>()} />;
}
