import { page } from "~/kit/page/http/page.server";
import { FieldSet } from "~/kit/page/forms/form-parts";
import { screen } from "~/kit/page/screens";
import { EditForm } from "~/kit/room/edit-form";
import { roomForm, saveRoomForm } from "~/kit/room/served-pages.server";
import { editTitle } from "~/kit/room/screens";
import { busModelRoom } from "../room";
import { busModels } from "../room.server";

export const handle = screen({ title: editTitle(busModelRoom) });
export const loader = page(busModelRoom.may.write, (call) => roomForm(call, busModels));
export const action = page(busModelRoom.may.write, (call) => saveRoomForm(call, busModels));

export default function EditBusModel() {
  return (
    <EditForm room={busModelRoom}>
      {({ inputs, reason }) => (
        <>
          <FieldSet title="基本信息">
            {inputs("modelNum", "modelName", "brand", "manufacturer", "energyType", "emission", "icon")}
          </FieldSet>
          <FieldSet title="车身与载客">
            {inputs("length", "width", "height", "grossMass", "seats", "approved", "doors", "deckType")}
          </FieldSet>
          <FieldSet title="动力与其他">
            {inputs("batteryKwh", "rangeKm", "maxSpeed", "remark")}
            {reason}
          </FieldSet>
        </>
      )}
    </EditForm>
  );
}
