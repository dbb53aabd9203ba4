import { page } from "~/kit/page/http/page.server";
import { asChoices } from "~/kit/page/forms/field";
import { ChoiceField } from "~/kit/page/forms/fields";
import { bulkChange, bulkPage } from "~/kit/room/bulk.server";
import { screen } from "~/kit/page/screens";
import { BulkScreen, bulkTitle, useBulkForm } from "~/kit/room/screens";
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
