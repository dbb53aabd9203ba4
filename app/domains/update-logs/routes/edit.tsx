import { page } from "~/kit/page/http/page.server";
import { editing, saving } from "~/kit/room/pages.server";
import { screen } from "~/kit/page/screens";
import { EditScreen, editTitle, useEditing } from "~/kit/room/screens";
import { today } from "~/kit/ground/time/today.server";
import { UpdateLogFields } from "../fields";
import { may } from "../policy";
import { createUpdateLog, findUpdateLog, updateUpdateLog } from "../queries.server";
import { updateLogRoom } from "../room";
import { UpdateLogForm } from "../schema";

export const handle = screen({ title: editTitle(updateLogRoom) });
export const loader = page(may.write, (call) =>
  editing(call, updateLogRoom, findUpdateLog, async () => ({ today: today() })),
);
export const action = page(may.write, (call) =>
  saving(call, updateLogRoom, UpdateLogForm, { create: createUpdateLog, update: updateUpdateLog }),
);

export default function EditUpdateLog() {
  return (
    <EditScreen room={updateLogRoom}>
      <UpdateLogFields {...useEditing<typeof loader>()} />
    </EditScreen>
  );
}
