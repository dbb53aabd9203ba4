import { page } from "~/kernel/access/page.server";
import { editing, saving } from "~/kernel/rooms/pages.server";
import { EditScreen, editTitle, screen, useEditing } from "~/kernel/screens";
import { today } from "~/kernel/time/today.server";
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
