import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { ChoiceField, TextField } from "~/kit/page/forms/fields";
import { bulkChange, bulkPage } from "~/kit/room/bulk.server";
import { screen } from "~/kit/page/screens";
import { BulkScreen, bulkTitle, useBulkForm } from "~/kit/room/screens";
import { parameterBulk } from "../bulk.server";
import { may } from "../policy";
import { moduleChoices, productChoices } from "../queries.server";
import { parameterRoom } from "../room";
import { ParameterBulk } from "../schema";

export const handle = screen({ title: bulkTitle(parameterRoom) });
export const loader = page(may.read, async (call) => {
  const [asked, products, modules] = await Promise.all([
    bulkPage(call, parameterBulk),
    productChoices(call.viewer),
    moduleChoices(call.viewer),
  ]);
  return { ...asked, products, modules };
});
export const action = page(may.read, (call) => bulkChange(call, parameterBulk));

export default function BulkParameters() {
  const { products, modules } = useLoaderData<typeof loader>();
  const [form, fields] = useBulkForm(ParameterBulk);
  return (
    <BulkScreen room={parameterRoom} form={form}>
      <ChoiceField field={fields.productCode} label="所属产品" choices={products} />
      <ChoiceField field={fields.mavenProject} label="所属模块" choices={modules} />
      <TextField field={fields.remark} label="备注" />
    </BulkScreen>
  );
}
