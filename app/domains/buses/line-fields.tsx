import { TextField } from "~/kit/page/forms/fields";
import { FieldSet } from "~/kit/page/forms/form-parts";
import type { OfferedChoices } from "~/kit/page/forms/picks";
import type { Reply } from "~/kit/page/forms/read-form";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { PeriodRows } from "~/kit/room/period-rows";
import { FormScreen } from "~/kit/page/screens";
import { type BusRow, busUrl } from "./room";
import { type AuthorisedLine, BusLinesForm } from "./work-forms";

export function LineFields({
  bus,
  lines,
  offered,
  today,
  reply,
}: {
  bus: BusRow;
  lines: AuthorisedLine[];
  offered: OfferedChoices;
  today: string;
  reply?: Reply;
}) {
  const byDay = [...lines].sort((one, other) => one.beginDate.localeCompare(other.beginDate));
  const [form, fields] = useRoomForm(BusLinesForm, reply, { lines: byDay });
  return (
    <FormScreen form={form} cancelTo={busUrl(bus)} version={bus.version} labels={{ lines: "授权线路" }}>
      <FieldSet title={`${bus.busSelfCode} ${bus.plateNum} 可以运行的线路`}>
        <PeriodRows field={fields.lines} offered={offered} today={today} />
      </FieldSet>
      <FieldSet title="其他">
        <TextField field={fields.reason} label="修改原因" hint="记入修改历史" wide />
      </FieldSet>
    </FormScreen>
  );
}
