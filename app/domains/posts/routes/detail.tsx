import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { reading } from "~/kit/room/pages.server";
import { factsOf } from "~/kit/room/words";
import { screen } from "~/kit/page/screens";
import { RecordScreen, recordTitle } from "~/kit/room/screens";
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
