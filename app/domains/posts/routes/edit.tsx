import { page } from "~/kernel/access/page.server";
import { editing, saving } from "~/kernel/rooms/pages.server";
import { EditScreen, editTitle, screen, useEditing } from "~/kernel/screens";
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
