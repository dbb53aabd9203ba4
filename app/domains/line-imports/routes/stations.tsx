import { ImportSteps } from "~/kit/page/import-flow/import-steps";
import { useActionData, useLoaderData } from "@remix-run/react";
import { directionsOf } from "~/domains/lines/queries.server";
import { readLineView } from "~/domains/parameters/queries.server";
import { page } from "~/kit/page/http/page.server";
import { allows } from "~/kit/data/access/viewer";
import { ChoiceField, FileField, TextareaField } from "~/kit/page/forms/fields";
import { FieldSet } from "~/kit/page/forms/form-parts";
import type { Field } from "~/kit/page/forms/field";
import { PickField } from "~/kit/page/forms/pick-field";
import type { Picks } from "~/kit/page/forms/picks";
import type { Reply } from "~/kit/page/forms/read-form";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { loadPicks } from "~/kit/room/offers.server";
import { FormScreen, Heading, screen } from "~/kit/page/screens";
import { may } from "../policy";
import { importsOnPage } from "../recent-imports.server";
import { StartForm } from "../stations/choices";
import { crsChoices, directionChoices } from "../stations/choices-fields";
import { offers, startFromPost } from "../stations/start-import.server";
import { ImportRecords } from "../tables";
import { stationImportsUrl } from "../urls";

export const handle = screen({ title: "站点导入" });

export const loader = page(may.read, async ({ viewer, url }) => {
  const mayWrite = allows(viewer, may.write);
  const asked = (name: string) => url.searchParams.get(name) ?? undefined;
  const [listed, picks, view] = await Promise.all([
    importsOnPage(viewer, ["stations"]),
    loadPicks(viewer, mayWrite ? offers : {}, { classifySid: asked("classify") }),
    readLineView(),
  ]);
  return {
    ...listed,
    mayWrite,
    picks,
    directions: directionChoices(directionsOf(1, view)),
    given: {
      classifySid: asked("classify"),
      versionUuid: asked("version"),
      direction: asked("direction"),
      crs: asked("crs"),
    },
  };
});

export const action = page(may.write, startFromPost);

export default function StationImports() {
  const { imports, waiting, mayWrite, picks, directions, given } = useLoaderData<typeof loader>();
  const answer = useActionData() as { reply?: Reply; picks?: Picks } | undefined;
  const [form, fields] = useRoomForm(StartForm, answer?.reply, given);
  const file = {
    ...fields.pasted,
    id: `${form.id}-file`,
    name: "file",
    errors: form.allErrors.file,
    initialValue: undefined,
  } as unknown as Field;
  const list = <ImportRecords at={stationImportsUrl} imports={imports} waiting={waiting} empty="还没有导入过站点。" />;
  if (!mayWrite)
    return (
      <>
        <Heading />
        {list}
      </>
    );
  return (
    <>
      <FormScreen
        form={form}
        multipart
        save="读取并预览"
        cancelTo="/line/line-management"
        labels={{ file: "文件" }}
        note={<ImportSteps at="choose" />}
      >
        {given.versionUuid && <input type="hidden" name="versionUuid" value={given.versionUuid} />}
        <FieldSet title="导入到">
          <PickField
            field={fields.classifySid}
            label="线路"
            offered={(answer?.picks ?? picks).classifySid!}
            placeholder="线路名称、编号或拼音"
          />
          <ChoiceField field={fields.direction} label="方向" choices={directions} hint="环行线路请选“上行”" />
          <ChoiceField field={fields.crs} label="坐标系" choices={crsChoices} hint="选错时预览会按道路提示" />
        </FieldSet>
        <FieldSet title="站点">
          <FileField
            field={file}
            label="文件"
            accept=".xlsx,.xls,.et,.csv,.txt,.tsv"
            hint="Excel、WPS 表格或 CSV，第一行写列名：站名、站点编号、经度、纬度、站序、方向、进站半径……最多 2 万行、100 列、20 MB"
            wide
          />
          <TextareaField
            field={fields.pasted}
            label="或粘贴"
            rows={4}
            placeholder={"站名\t经度\t纬度\n人民广场\t116.3972\t39.9086"}
            hint="从 Excel 复制后粘贴，或每行写一站"
            wide
          />
        </FieldSet>
        <p className="quiet">
          已有的站点（按编号，再按站名和距离找）不会被改动，找不到的新建。文件里有的方向整个替换草稿中的站点，没有的方向和列保持原样。
        </p>
      </FormScreen>
      {list}
    </>
  );
}
