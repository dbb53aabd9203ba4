import { page } from "~/kernel/access/page.server";
import { TextField } from "~/kernel/forms/fields";
import { Fields } from "~/kernel/forms/form-parts";
import { useRoomForm } from "~/kernel/forms/use-room-form";
import { PeriodRows } from "~/kernel/rooms/period-rows";
import { editing, saving } from "~/kernel/rooms/pages.server";
import { EditScreen, formOf, FormScreen, screen, Section, useEditing } from "~/kernel/screens";
import { today } from "~/kernel/time/today.server";
import { may } from "../policy";
import { assignLines, findPerson, lineChoices, linesOfPerson } from "../queries.server";
import { personRoom } from "../room";
import { LinesForm, type PersonRow } from "../schema";

export const handle = screen({ title: ({ record }: { record: PersonRow }) => `${record.name} 的授权线路` });

export const loader = page(may.assign, (call) =>
  editing(call, personRoom, findPerson, async (viewer) => {
    const key = call.params.personUuid!;
    const [lines, choices] = await Promise.all([linesOfPerson(viewer, key), lineChoices(viewer, key)]);
    return { lines, choices, today: today() };
  }),
);
export const action = page(may.assign, (call) => saving(call, personRoom, LinesForm, assigning));

const assigning = {
  create: () => Promise.reject(new Error("lines belong to a person")),
  async update(...[viewer, key, values, version]: Parameters<typeof assignLines>): Promise<PersonRow> {
    await assignLines(viewer, key, values, version);
    return (await findPerson(viewer, key))!;
  },
};

export default function PersonLines() {
  const { record, reply, lines, choices, today } = useEditing<typeof loader>();
  const [form, fields] = useRoomForm(LinesForm, reply, { lines });
  return (
    <EditScreen room={personRoom}>
      <FormScreen form={form} {...formOf(personRoom, record)}>
        <Section title="线路与有效期">
          <PeriodRows form={form} field={fields.lines} lines={choices} today={today} />
        </Section>
        <Fields>
          <TextField field={fields.reason} label="修改原因" hint="记入修改历史" wide />
        </Fields>
      </FormScreen>
    </EditScreen>
  );
}
