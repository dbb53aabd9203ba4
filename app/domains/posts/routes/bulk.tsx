import { page } from "~/kernel/access/page.server";
import { asChoices } from "~/kernel/forms/field";
import { ChoiceField } from "~/kernel/forms/fields";
import { bulkChange, bulkPage } from "~/kernel/rooms/bulk.server";
import { BulkScreen, bulkTitle, screen, useBulkForm } from "~/kernel/screens";
import { postBulk } from "../bulk.server";
import { may } from "../policy";
import { postRoom } from "../room";
import { PostBulk, postStates, postTypes } from "../schema";

export const handle = screen({ title: bulkTitle(postRoom) });
export const loader = page(may.read, (call) => bulkPage(call, postBulk));
export const action = page(may.read, (call) => bulkChange(call, postBulk));

export default function BulkPosts() {
  const [form, fields] = useBulkForm(PostBulk);
  return (
    <BulkScreen room={postRoom} form={form}>
      <ChoiceField field={fields.postType} label="类别" choices={asChoices(postTypes)} />
      <ChoiceField field={fields.state} label="状态" choices={asChoices(postStates)} />
    </BulkScreen>
  );
}
