import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { ListScreen, screen } from "~/kit/page/screens";
import { roomList } from "~/kit/room/served-pages.server";
import { findMisfits } from "../misfits.server";
import { parameterRoom, parameterTable } from "../room";
import { parameters } from "../room.server";

export const handle = screen({ title: parameterRoom.title });
export const loader = page(parameterRoom.may.read, async (call) => {
  const [list, misfits] = await Promise.all([roomList(call, parameters), findMisfits()]);
  return { ...list, misfits };
});

export default function Parameters() {
  const { misfits, ...list } = useLoaderData<typeof loader>();
  return (
    <ListScreen room={parameterRoom} table={parameterTable} {...list}>
      {misfits.map(({ paramId, words }) => (
        <p className="notice warn" role="status" key={paramId}>
          {words} <a href={`${parameterRoom.url}/${paramId}/edit`}>修改</a>
        </p>
      ))}
    </ListScreen>
  );
}
