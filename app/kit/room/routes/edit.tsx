import { FieldSet } from "~/kit/page/forms/form-parts";
import { screen } from "~/kit/page/screens";
import { EditForm } from "../edit-form";
import { roomPage } from "../room-page.server";
import { partsOf } from "../room-parts";
import { editTitle } from "../screens";
import { roomForm, saveRoomForm } from "../served-pages.server";
import { useRoom } from "../use-room";

export const handle = screen({ title: ({ title }: { title: string }) => title });

export const loader = roomPage("write", async (call, served) => {
  const loaded = await roomForm(call, served);
  return { ...loaded, title: editTitle(served.room)(loaded) };
});

export const action = roomPage("write", (call, served) => saveRoomForm(call, served));

export default function Edit() {
  const room = useRoom();
  const parts = partsOf(room);
  return (
    <EditForm room={room}>
      {({ inputs, picture, reason }) =>
        parts.map(([title, names], place) => (
          <FieldSet key={title} title={title}>
            {inputs(...names)}
            {place === parts.length - 1 && picture}
            {place === parts.length - 1 && reason}
          </FieldSet>
        ))
      }
    </EditForm>
  );
}
