import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { FieldSet } from "~/kit/page/forms/form-parts";
import { PickField } from "~/kit/page/forms/pick-field";
import { EditForm } from "~/kit/room/edit-form";
import { saveForm } from "~/kit/room/save-form.server";
import { roomForm } from "~/kit/room/served-pages.server";
import { screen } from "~/kit/page/screens";
import { editTitle, useEditing } from "~/kit/room/screens";
import { busesDrivenBy, busSource, createBus, formOffers, updateBus } from "../queries.server";
import { BusForm, busRoom, busUrl } from "../room";
import { buses } from "../room.server";
import { vinChecks } from "../vin";

export const handle = screen({ title: editTitle(busRoom) });
export const loader = page(busRoom.may.write, (call) => roomForm(call, { ...buses, offers: formOffers }));

export const action = page(busRoom.may.write, async (call) => {
  const { saved: bus, answer } = await saveForm(call, busRoom, BusForm, {
    create: createBus,
    update: updateBus,
    pictured: busSource,
    offers: formOffers,
  });
  if (!bus) return answer;
  const others = bus.fixedDriver && (await busesDrivenBy(call.viewer, [bus.fixedDriver], bus.busUuid));
  const elsewhere = others && others.get(bus.fixedDriver!);
  const warnings = [
    bus.vin !== null && !vinChecks(bus.vin) && "车辆识别代码第 9 位校验不符，请核对",
    elsewhere && `${bus.driverName}也是车辆 ${elsewhere} 的固定驾驶员`,
  ].filter(Boolean);
  return redirectWith(
    call.request,
    `已保存车辆 ${bus.busSelfCode}${warnings.map((words) => `；注意：${words}`).join("")}`,
    busUrl(bus),
    warnings.length > 0 ? "warning" : "success",
  );
});

const formRoom = { ...busRoom, Form: BusForm };

export default function EditBus() {
  const { record: bus } = useLoaderData<typeof loader>();
  const { picks } = useEditing<typeof loader>();
  const { labels } = busRoom.words;
  return (
    <EditForm
      room={formRoom}
      differently={{
        busSelfCode: { autoFocus: true },
        mileage: { hint: bus ? "只增不减；更正须填修改原因" : undefined },
      }}
    >
      {({ inputs, fields, picture, reason }) => (
        <>
          <FieldSet title="基本信息">
            {inputs("busSelfCode", "plateNum", "plateColor", "modelUuid", "orgId")}
            <PickField
              field={fields.lineUuid!}
              label={labels.lineUuid!}
              offered={picks.lineUuid!}
              placeholder="线路名称、编号或拼音"
              empty="（暂无）"
              hint="从今天起；原线路到昨天为止"
            />
            <PickField
              field={fields.parkingUuid!}
              label={labels.parkingUuid!}
              offered={picks.parkingUuid!}
              placeholder="场站名称、编号或拼音"
              empty="（暂无）"
            />
            <PickField
              field={fields.fixedDriver!}
              label={labels.fixedDriver!}
              offered={picks.fixedDriver!}
              placeholder="姓名、工号或拼音"
              empty="（暂无）"
            />
            {inputs("busState")}
          </FieldSet>
          <FieldSet title="证照与保养">
            {inputs("drivingLicenseExpire", "compulsoryInsExpire", "commercialInsExpire")}
            {inputs("nextInspection", "nextMaintenance")}
          </FieldSet>
          <FieldSet title="车辆参数">
            {inputs("energyType", "approvedNumber", "seatNumber", "doorCount", "floorType", "hasAc", "wheelchair")}
            {inputs("fuelTank", "fuelKm", "mileage")}
          </FieldSet>
          <FieldSet title="来源与日期">
            {inputs("vin", "engineNo", "source", "provider", "contractNo")}
            {inputs("productionDate", "registerDate", "scrapDate")}
            {picture}
            {inputs("remark")}
            {reason}
          </FieldSet>
        </>
      )}
    </EditForm>
  );
}
