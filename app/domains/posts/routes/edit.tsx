import { page } from "~/kit/page/http/page.server";
import { editing, saving } from "~/kit/room/pages.server";
import { screen } from "~/kit/page/screens";
import { EditScreen, editTitle, useEditing } from "~/kit/room/screens";
import { PostFields } from "../fields";
import { may } from "../policy";
import { createPost, findPost, updatePost } from "../queries.server";
import { postRoom } from "../room";
import { PostForm } from "../schema";

export const handle = screen({ title: editTitle(postRoom) });
export const loader = page(may.write, (call) => editing(call, postRoom, findPost));
export const action = page(may.write, (call) =>
  saving(call, postRoom, PostForm, { create: createPost, update: updatePost }),
);

export default function EditPost() {
  return (
    <EditScreen room={postRoom}>
      <PostFields {...useEditing<typeof loader>()} />
    </EditScreen>
  );
}
