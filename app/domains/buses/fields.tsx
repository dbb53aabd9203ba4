import { asChoices } from "~/kit/page/forms/field";
import { CheckField, ChoiceField, DateField, NumberField, TextareaField, TextField } from "~/kit/page/forms/fields";
import { FieldSet } from "~/kit/page/forms/form-parts";
import { PickField } from "~/kit/page/forms/pick-field";
import type { Picks } from "~/kit/page/forms/picks";
import type { Reply } from "~/kit/page/forms/read-form";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { PictureField } from "~/kit/room/picture";
import { FormScreen } from "~/kit/page/screens";
import { formOf } from "~/kit/room/screens";
import type { FormChoices } from "./choices.server";
import { busRoom, busWords } from "./room";
import { BusForm, type BusRow, busSources, busStates, energyTypes, floorTypes, plateColors } from "./schema";

/** What the form of a new bus begins with. */
const usual = { plateColor: 9, busState: 0, approvedNumber: 50, fuelTank: 60, fuelKm: 0 };

/** The form of a bus, new or known. */
export function BusFields({
  record: bus,
  reply,
  choices,
  picks,
}: {
  record: BusRow | null;
  reply?: Reply;
  choices: FormChoices;
  picks: Picks;
}) {
  const [form, fields] = useRoomForm(BusForm, reply, bus ? { ...bus, fixedDriver: bus.driverNumber } : usual);
  const { labels } = busWords;
  return (
    <FormScreen form={form} multipart {...formOf(busRoom, bus)}>
      <FieldSet title="基本信息">
        <TextField field={fields.busSelfCode} label={labels.busSelfCode!} hint="不与其他车辆重复" autoFocus={!bus} />
        <TextField field={fields.plateNum} label={labels.plateNum!} hint="空格、横线和小写会自动整理" />
        <ChoiceField
          field={fields.plateColor}
          label={labels.plateColor!}
          choices={asChoices(plateColors)}
          empty={null}
        />
        <ChoiceField field={fields.modelUuid} label={labels.modelUuid!} choices={choices.modelUuid} />
        <ChoiceField field={fields.orgId} label={labels.orgId!} choices={choices.orgId} />
        <PickField
          field={fields.lineUuid}
          label={labels.lineUuid!}
          offered={picks.lineUuid!}
          placeholder="线路名称、编号或拼音"
          empty="（暂无）"
          hint="从今天起；原线路到昨天为止"
        />
        <PickField
          field={fields.parkingUuid}
          label={labels.parkingUuid!}
          offered={picks.parkingUuid!}
          placeholder="场站名称、编号或拼音"
          empty="（暂无）"
        />
        <ChoiceField
          field={fields.busState}
          label={labels.busState!}
          choices={asChoices(busStates)}
          empty={null}
          hint="报废后自动退出所有线路"
        />
        <TextField field={fields.fixedDriver} label={labels.fixedDriver!} hint="填写驾驶员的工号" />
      </FieldSet>
      <FieldSet title="证照与保养">
        <DateField field={fields.drivingLicenseExpire} label={labels.drivingLicenseExpire!} />
        <DateField field={fields.compulsoryInsExpire} label={labels.compulsoryInsExpire!} />
        <DateField field={fields.commercialInsExpire} label={labels.commercialInsExpire!} />
        <DateField field={fields.nextInspection} label={labels.nextInspection!} />
        <DateField field={fields.nextMaintenance} label={labels.nextMaintenance!} />
      </FieldSet>
      <FieldSet title="车辆参数">
        <ChoiceField
          field={fields.energyType}
          label={labels.energyType!}
          choices={asChoices(energyTypes)}
          empty="随车型"
        />
        <NumberField field={fields.approvedNumber} label={labels.approvedNumber!} unit="人" />
        <NumberField field={fields.seatNumber} label={labels.seatNumber!} unit="座" />
        <NumberField field={fields.doorCount} label={labels.doorCount!} unit="个" />
        <ChoiceField field={fields.floorType} label={labels.floorType!} choices={asChoices(floorTypes)} />
        <CheckField field={fields.hasAc} label={labels.hasAc!} />
        <CheckField field={fields.wheelchair} label={labels.wheelchair!} />
        <NumberField field={fields.fuelTank} label={labels.fuelTank!} unit="L" />
        <NumberField field={fields.fuelKm} label={labels.fuelKm!} unit="L" />
        <NumberField
          field={fields.mileage}
          label={labels.mileage!}
          unit="km"
          hint={bus ? "只增不减；更正须填修改原因" : undefined}
        />
      </FieldSet>
      <FieldSet title="来源与日期">
        <TextField field={fields.vin} label={labels.vin!} hint="17 位，不含 I、O、Q" />
        <TextField field={fields.engineNo} label={labels.engineNo!} />
        <ChoiceField field={fields.source} label={labels.source!} choices={asChoices(busSources)} />
        <TextField field={fields.provider} label={labels.provider!} />
        <TextField field={fields.contractNo} label={labels.contractNo!} />
        <DateField field={fields.productionDate} label={labels.productionDate!} />
        <DateField field={fields.registerDate} label={labels.registerDate!} />
        <DateField field={fields.scrapDate} label={labels.scrapDate!} />
        <PictureField form={form} room={busRoom} record={bus} />
        <TextareaField field={fields.remark} label={labels.remark!} wide />
        {bus && <TextField field={fields.reason} label="修改原因" hint="记入修改历史" wide />}
      </FieldSet>
    </FormScreen>
  );
}
