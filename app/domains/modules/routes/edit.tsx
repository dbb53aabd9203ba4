import { page } from "~/kit/page/http/page.server";
import { editing, saving } from "~/kit/room/pages.server";
import { screen } from "~/kit/page/screens";
import { EditScreen, editTitle, useEditing } from "~/kit/room/screens";
import { ModuleFields } from "../fields";
import { may } from "../policy";
import { createModule, findModule, productChoices, updateModule } from "../queries.server";
import { moduleRoom } from "../room";
import { ModuleForm } from "../schema";

export const handle = screen({ title: editTitle(moduleRoom) });
export const loader = page(may.write, (call) =>
  editing(call, moduleRoom, findModule, async (viewer) => ({ products: await productChoices(viewer) })),
);
export const action = page(may.write, (call) =>
  saving(call, moduleRoom, ModuleForm, { create: createModule, update: updateModule }),
);

export default function EditModule() {
  return (
    <EditScreen room={moduleRoom}>
      <ModuleFields {...useEditing<typeof loader>()} />
    </EditScreen>
  );
}
