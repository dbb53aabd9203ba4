import { asChoices, type Choice, withCurrentChoice } from "~/kit/page/forms/field";
import { ChoiceField, NumberField, TextField } from "~/kit/page/forms/fields";
import { FieldSet } from "~/kit/page/forms/form-parts";
import type { Reply } from "~/kit/page/forms/read-form";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import type { MapRoad } from "~/kit/page/map/line-drawing";
import type { MapSettings } from "~/kit/page/map/map-settings";
import { PointField } from "~/kit/page/map/point-field";
import { FormScreen } from "~/kit/page/screens";
import { formOf } from "~/kit/room/screens";
import { organisationRoom } from "./room";
import { OrganisationForm, type OrganisationRow, orgStates, orgTypes } from "./schema";

interface OrganisationFieldsProps {
  record: OrganisationRow | null;
  reply: Reply | undefined;
  /** Where a new one stands at first. */
  below: string | null;
  places: Choice[];
  /** Whether the viewer may put an organisation at the top. */
  mayRoot: boolean;
  /** The types that the dictionary offers. */
  offered: string[] | undefined;
  settings: MapSettings;
  roads: MapRoad[];
}

/** The form of an organisation, new or known; another parent moves it with all below it. */
export function OrganisationFields({
  record,
  reply,
  below,
  places,
  mayRoot,
  offered,
  settings,
  roads,
}: OrganisationFieldsProps) {
  const [form, fields] = useRoomForm(
    OrganisationForm,
    reply,
    record ?? { orgPid: below, orgType: 3, state: 1, sort: 0 },
  );
  return (
    <FormScreen form={form} {...formOf(organisationRoom, record)}>
      <FieldSet title="基本信息">
        <TextField field={fields.orgCode} label="机构编号" hint="不与其他机构重复" autoFocus={!record} />
        <TextField field={fields.orgName} label="机构名称" hint="同一上级下不重复" />
        <ChoiceField
          field={fields.orgPid}
          label="上级机构"
          choices={places}
          empty={mayRoot ? "（无，最上级）" : null}
          hint={record ? "改上级时，下级机构一起移动；最多 8 级" : "最多 8 级"}
        />
        <ChoiceField
          field={fields.orgType}
          label="机构类型"
          choices={withCurrentChoice(orgTypes, offered, fields.orgType)}
          empty={null}
        />
        <ChoiceField field={fields.state} label="状态" choices={asChoices(orgStates)} empty={null} />
        <NumberField field={fields.sort} label="排序" hint="0 到 9999，小的在前" />
        <TextField field={fields.leader} label="负责人" />
        <TextField field={fields.phone} label="联系电话" />
        <TextField field={fields.address} label="地址" wide />
        {record && <TextField field={fields.reason} label="修改原因" hint="记入修改历史" wide />}
      </FieldSet>
      <FieldSet title="位置（可不填）">
        <PointField lng={fields.lng} lat={fields.lat} settings={settings} roads={roads} />
      </FieldSet>
    </FormScreen>
  );
}
