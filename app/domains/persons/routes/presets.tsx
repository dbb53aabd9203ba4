import { page } from "~/kit/page/http/page.server";
import { TextField } from "~/kit/page/forms/fields";
import { Fields } from "~/kit/page/forms/form-parts";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { loadFormPage } from "~/kit/room/pages.server";
import { saveAndRedirect } from "~/kit/room/save-form.server";
import { FormScreen, screen, Section } from "~/kit/page/screens";
import { EditScreen, formOf, useEditing } from "~/kit/room/screens";
import { outside } from "~/kit/data/access/outside";
import { assigning, assignPresets, findBusesToPreset, findPerson, presetsOfPerson } from "../queries.server";
import { type PersonRow, personRoom } from "../room";
import { type PresetBus, PresetsForm } from "../assignments";

export const handle = screen({ title: ({ record }: { record: PersonRow }) => `${record.name} 的预设车辆` });

export const loader = page(personRoom.may.assign, (call) =>
  loadFormPage(call, personRoom, findPerson, async (viewer) => {
    const key = call.params.personUuid!;
    const keyword = (call.url.searchParams.get("keyword") ?? "").trim().slice(0, 64);
    const [presets, found] = await Promise.all([presetsOfPerson(viewer, key), findBusesToPreset(viewer, key, keyword)]);
    return { presets, found, keyword };
  }),
);
export const action = page(personRoom.may.assign, (call) =>
  saveAndRedirect(call, personRoom, PresetsForm, assigning(assignPresets)),
);

export default function PersonPresets() {
  const { record, reply, presets, found, keyword } = useEditing<typeof loader>();
  const [form, fields] = useRoomForm(PresetsForm, reply, { presets: presets.map(({ busUuid }) => busUuid) });
  const ticked = [fields.presets.initialValue ?? []].flat() as string[];
  return (
    <EditScreen room={personRoom}>
      <FormScreen
        form={form}
        {...formOf(personRoom, record)}
        actions={
          <form method="get" role="search">
            <input
              type="search"
              name="keyword"
              defaultValue={keyword}
              aria-label="车辆"
              placeholder="自编号或车牌号"
              autoComplete="off"
            />{" "}
            <button className="button">查找</button>
          </form>
        }
      >
        <Section title="预设车辆">
          <p className="quiet">
            {presets.length + found.length === 0
              ? "还没有预设车辆：先在右上方查找。"
              : "勾选的车辆在保存后就是此人的预设车辆。"}
          </p>
          {keyword && found.length === 0 && <p className="quiet">没有找到别的可以预设的车辆。</p>}
          {[...presets, ...found].map((bus) => (
            <Bus key={bus.busUuid} bus={bus} ticked={ticked.includes(bus.busUuid)} />
          ))}
        </Section>
        <Fields>
          <TextField field={fields.reason} label="修改原因" hint="记入修改历史" wide />
        </Fields>
      </FormScreen>
    </EditScreen>
  );
}

function Bus({ bus, ticked }: { bus: PresetBus; ticked: boolean }) {
  return (
    <div>
      <label>
        <input type="checkbox" name="presets" value={bus.busUuid} defaultChecked={ticked} /> {bus.busSelfCode}{" "}
        {bus.busSelfCode !== outside && bus.plateNum}{" "}
        <span className="quiet">{bus.busSelfCode !== outside && bus.orgName}</span>
      </label>
    </div>
  );
}
