import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { screen } from "~/kit/page/screens";
import { roomRecord } from "~/kit/room/served-pages.server";
import { RecordScreen, recordTitle } from "~/kit/room/screens";
import { factsOf } from "~/kit/room/words";
import { postRoom } from "../room";
import { posts } from "../room.server";

export const handle = screen({ title: recordTitle(postRoom) });
export const loader = page(postRoom.may.read, (call) => roomRecord(call, posts));

export default function Post() {
  const { record: post } = useLoaderData<typeof loader>();
  const facts = [
    ...factsOf(postRoom.words, post, ["postCode", "postName", "postType", "state", "sort"]),
    { label: "在岗人员", value: `${post.personCount} 人` },
    ...factsOf(postRoom.words, post, ["remark"], { wide: true }),
  ];
  return <RecordScreen room={postRoom} sections={[{ title: "基本信息", facts }]} />;
}
