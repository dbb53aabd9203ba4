import { useLoaderData } from "@remix-run/react";
import { page } from "~/kernel/access/page.server";
import { reading } from "~/kernel/rooms/pages.server";
import { factsOf } from "~/kernel/rooms/words";
import { RecordScreen, recordTitle, screen } from "~/kernel/screens";
import { may } from "../policy";
import { findPost } from "../queries.server";
import { postRoom, postWords } from "../room";

export const handle = screen({ title: recordTitle(postRoom) });
export const loader = page(may.read, (call) => reading(call, postRoom, may, findPost));

export default function Post() {
  const { record: post } = useLoaderData<typeof loader>();
  const persons = { label: "在岗人员", value: `${post.personCount} 人` };
  const facts = [
    ...factsOf(postWords, post, ["postCode", "postName", "postType", "state", "sort"]),
    persons,
    ...factsOf(postWords, post, ["remark"], { wide: true }),
  ];
  return <RecordScreen room={postRoom} note={post.postCode} sections={[{ title: "基本信息", facts }]} />;
}
