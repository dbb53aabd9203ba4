import type { Direction } from "~/domains/lines/directions";
import { withEndTypes } from "~/domains/line-versions/sequence/sequence";
import { asideOf } from "~/domains/line-versions/sequence/sequence-form";
import { findStoredForm } from "~/kit/data/access/stored-post.server";
import { readForm } from "~/kit/page/forms/read-form";
import type { ViewerCall } from "~/kit/page/http/page.server";
import { MapForm, pathTextOf } from "./map-form";
import type { MapTyped } from "./page.server";

export const typedOf = (sent: MapForm, { direction }: { direction: number }): MapTyped => ({
  rows: withEndTypes(sent.rows, direction as Direction),
  text: pathTextOf(sent),
  seen: sent.map.seen ?? "",
});

export async function keptMap(call: ViewerCall) {
  const form = await findStoredForm(call);
  const sent = form && (await readForm(form, MapForm));
  if (sent?.status !== "success") return null;
  const { from, to, reason } = sent.value;
  const { version } = asideOf(sent.value);
  return { value: sent.value, aside: { from, to, reason, ...(version !== undefined && { version }) } };
}
