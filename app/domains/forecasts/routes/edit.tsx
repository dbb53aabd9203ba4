import { page } from "~/kit/page/http/page.server";
import { FieldSet } from "~/kit/page/forms/form-parts";
import { screen } from "~/kit/page/screens";
import { EditForm } from "~/kit/room/edit-form";
import { roomForm, saveRoomForm } from "~/kit/room/served-pages.server";
import { editTitle } from "~/kit/room/screens";
import { forecastRoom } from "../room";
import { forecasts } from "../room.server";

export const handle = screen({ title: editTitle(forecastRoom) });
export const loader = page(forecastRoom.may.write, (call) => roomForm(call, forecasts));
export const action = page(forecastRoom.may.write, (call) => saveRoomForm(call, forecasts));

export default function EditForecast() {
  return (
    <EditForm room={forecastRoom}>
      {({ inputs, reason }) => (
        <FieldSet title="天气">
          {inputs("weatherDate", "weatherCode", "tempMin", "tempMax", "wind", "publisher", "warning")}
          {reason}
        </FieldSet>
      )}
    </EditForm>
  );
}
