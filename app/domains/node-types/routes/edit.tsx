import { page } from "~/kit/page/http/page.server";
import { useActionData } from "@remix-run/react";
import { screen } from "~/kit/page/screens";
import { roomForm, saveRoomForm } from "~/kit/room/served-pages.server";
import { EditScreen, editTitle, useEditing } from "~/kit/room/screens";
import { columnList, NodeTypeFields } from "../fields";
import { nodeTypeRoom } from "../room";
import { nodeTypes } from "../room.server";
import { answerRowButton } from "~/kit/page/forms/row-buttons.server";

export const handle = screen({ title: editTitle(nodeTypeRoom) });
export const loader = page(nodeTypeRoom.may.write, (call) => roomForm(call, nodeTypes));

export const action = page(nodeTypeRoom.may.write, (call) =>
  answerRowButton(call.request, nodeTypeRoom.Form, { columns: columnList }, (request) =>
    saveRoomForm({ ...call, request }, nodeTypes),
  ),
);

export default function EditNodeType() {
  const { pressed } = (useActionData() as { pressed?: string } | undefined) ?? {};
  const given = useEditing<typeof loader>();
  return (
    <EditScreen room={nodeTypeRoom}>
      <NodeTypeFields {...given} pressed={pressed} />
    </EditScreen>
  );
}
