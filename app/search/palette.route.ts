import { page } from "~/kit/page/http/page.server";
import { paletteFor, termOf } from "./palette.server";

/** What the palette of Ctrl-K shows for what is typed. */
export const loader = page("signed-in", async (call) =>
  Response.json({ groups: await paletteFor(call, termOf(call.url)) }, { headers: { "Cache-Control": "no-store" } }),
);
