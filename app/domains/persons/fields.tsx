import { asChoices, type Choice } from "~/kit/page/forms/field";
import { CheckField, ChoiceField, DateField, TextareaField, TextField } from "~/kit/page/forms/fields";
import { FieldSet } from "~/kit/page/forms/form-parts";
import type { Reply } from "~/kit/page/forms/read-form";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { PictureField } from "~/kit/room/picture";
import { FormScreen } from "~/kit/page/screens";
import { formOf } from "~/kit/room/screens";
import { personRoom } from "./room";
import { busClasses, licenseClasses, PersonForm, type PersonRow, personStates, sexes } from "./schema";

interface PersonFieldsProps {
  record: PersonRow | null;
  reply: Reply | undefined;
  orgs: Choice[];
  posts: Choice[];
  /** Whether the form has the ID card. */
  idCard: boolean;
}

/** The form of a person, new or known. */
export function PersonFields({ record: person, reply, orgs, posts, idCard }: PersonFieldsProps) {
  const [form, fields] = useRoomForm(PersonForm, reply, person ?? { sex: 0, personState: 0, isValid: true });
  return (
    <FormScreen form={form} multipart {...formOf(personRoom, person)}>
      <FieldSet title="基本信息">
        <TextField field={fields.jobNumber} label="工号" hint="不与其他人员重复" autoFocus={!person} />
        <TextField field={fields.name} label="姓名" />
        <ChoiceField field={fields.orgId} label="所属机构" choices={orgs} />
        <ChoiceField field={fields.postUuid} label="岗位" choices={posts} />
        <ChoiceField field={fields.personState} label="状态" choices={asChoices(personStates)} empty={null} />
        <CheckField field={fields.isValid} label="可选用" hint="不勾选时在选择人员处不可选" />
      </FieldSet>
      <FieldSet title="个人资料">
        {idCard && <TextField field={fields.idCard} label="身份证号" hint="填写后自动得出出生日期和性别" />}
        <DateField field={fields.birthday} label="出生日期" />
        <ChoiceField field={fields.sex} label="性别" choices={asChoices(sexes)} empty={null} />
        <TextField field={fields.phone} label="手机" />
        <TextField field={fields.icCard} label="IC 卡号" />
        <DateField field={fields.entryDate} label="入职日期" />
        <DateField field={fields.leaveDate} label="离职日期" />
        <PictureField form={form} room={personRoom} record={person} />
      </FieldSet>
      <FieldSet title="证件">
        <TextField field={fields.licenseNo} label="驾驶证号" hint="驾驶员岗位必填" />
        <ChoiceField
          field={fields.licenseClass}
          label="准驾车型"
          choices={licenseClasses.map((one) => ({ value: one, label: one }))}
          hint={`公交驾驶员应为 ${busClasses.join(" 或 ")}`}
        />
        <DateField field={fields.licenseExpire} label="驾驶证有效期至" />
        <TextField field={fields.qualificationNo} label="从业资格证号" />
        <DateField field={fields.qualificationExpire} label="资格证有效期至" />
      </FieldSet>
      <FieldSet title="其他">
        <TextareaField field={fields.remark} label="备注" wide />
        {person && <TextField field={fields.reason} label="修改原因" hint="记入修改历史" wide />}
      </FieldSet>
    </FormScreen>
  );
}
