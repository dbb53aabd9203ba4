import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { ChoiceField, TextField } from "~/kit/page/forms/fields";
import { bulkChange, bulkPage } from "~/kit/room/bulk.server";
import { screen } from "~/kit/page/screens";
import { BulkScreen, bulkTitle, useBulkForm } from "~/kit/room/screens";
import { moduleBulk } from "../bulk.server";
import { may } from "../policy";
import { productChoices } from "../queries.server";
import { moduleRoom } from "../room";
import { ModuleBulk } from "../schema";

export const handle = screen({ title: bulkTitle(moduleRoom) });
export const loader = page(may.read, async (call) => ({
  ...(await bulkPage(call, moduleBulk)),
  products: await productChoices(call.viewer),
}));
export const action = page(may.read, (call) => bulkChange(call, moduleBulk));

export default function BulkModules() {
  const { products } = useLoaderData<typeof loader>();
  const [form, fields] = useBulkForm(ModuleBulk);
  return (
    <BulkScreen room={moduleRoom} form={form}>
      <ChoiceField field={fields.productCode} label="产品" choices={products} />
      <TextField field={fields.description} label="说明" />
    </BulkScreen>
  );
}
