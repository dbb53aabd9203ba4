import { page } from "~/kit/page/http/page.server";
import { TextField } from "~/kit/page/forms/fields";
import { Fields } from "~/kit/page/forms/form-parts";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { loadPicks } from "~/kit/room/offers.server";
import { lineOfRow, PeriodRows } from "~/kit/room/period-rows";
import { loadFormPage } from "~/kit/room/pages.server";
import { saveAndRedirect } from "~/kit/room/save-form.server";
import { FormScreen, screen, Section } from "~/kit/page/screens";
import { EditScreen, formOf, useEditing } from "~/kit/room/screens";
import { today } from "~/kit/ground/time/today.server";
import { assigning, assignLines, findPerson, linesOfPerson, offerLinesTo } from "../queries.server";
import { type PersonRow, personRoom } from "../room";
import { LinesForm } from "../assignments";

export const handle = screen({ title: ({ record }: { record: PersonRow }) => `${record.name} 的授权线路` });

const looksFor = lineOfRow("lines");
const offersTo = (personUuid: string) => ({ [looksFor]: offerLinesTo(personUuid) });

export const loader = page(personRoom.may.assign, (call) =>
  loadFormPage(call, personRoom, findPerson, async (viewer) => {
    const key = call.params.personUuid!;
    const lines = await linesOfPerson(viewer, key);
    return { lines, picks: await loadPicks(viewer, offersTo(key), { lines }), today: today() };
  }),
);
export const action = page(personRoom.may.assign, (call) =>
  saveAndRedirect(call, personRoom, LinesForm, {
    ...assigning(assignLines),
    offers: offersTo(call.params.personUuid!),
  }),
);

export default function PersonLines() {
  const { record, reply, lines, picks, today } = useEditing<typeof loader>();
  const [form, fields] = useRoomForm(LinesForm, reply, { lines });
  return (
    <EditScreen room={personRoom}>
      <FormScreen form={form} {...formOf(personRoom, record)}>
        <Section title="线路与有效期">
          <PeriodRows field={fields.lines} offered={picks[looksFor]!} today={today} />
        </Section>
        <Fields>
          <TextField field={fields.reason} label="修改原因" hint="记入修改历史" wide />
        </Fields>
      </FormScreen>
    </EditScreen>
  );
}
