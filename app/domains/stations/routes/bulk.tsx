import { useLoaderData } from "@remix-run/react";
import { offeredItems } from "~/domains/dictionaries/queries.server";
import { page } from "~/kit/page/http/page.server";
import { withCurrentChoice } from "~/kit/page/forms/field";
import { CheckField, ChoiceField, DateField, TextField } from "~/kit/page/forms/fields";
import { bulkChange, bulkPage } from "~/kit/room/bulk.server";
import { screen } from "~/kit/page/screens";
import { BulkScreen, bulkTitle, useBulkForm } from "~/kit/room/screens";
import { stationBulk } from "../bulk.server";
import { may } from "../policy";
import { stationRoom } from "../room";
import { staKinds, staStates, StationBulk } from "../schema";

export const handle = screen({ title: bulkTitle(stationRoom) });
export const loader = page(may.read, async (call) => ({
  ...(await bulkPage(call, stationBulk)),
  offered: await offeredItems("staKind", "staState"),
}));
export const action = page(may.read, (call) => bulkChange(call, stationBulk));

export default function BulkStations() {
  const { offered } = useLoaderData<typeof loader>();
  const [form, fields] = useBulkForm(StationBulk);
  return (
    <BulkScreen room={stationRoom} form={form}>
      <ChoiceField field={fields.state} label="状态" choices={withCurrentChoice(staStates, offered.staState)} />
      <ChoiceField field={fields.staKind} label="种类" choices={withCurrentChoice(staKinds, offered.staKind)} />
      <TextField field={fields.district} label="行政区划" hint="6 位数字，例如 110108" />
      <DateField field={fields.openDate} label="启用日期" />
      <DateField field={fields.stopDate} label="停用日期" />
      <CheckField field={fields.isShare} label="与其他单位共用" />
    </BulkScreen>
  );
}
