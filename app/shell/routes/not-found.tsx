import { data } from "@remix-run/node";
import { page } from "~/kit/page/http/page.server";
import { screen } from "~/kit/page/screens";
import { ErrorPage } from "~/kit/page/screens/error-page";

export const handle = screen({ title: "页面不存在" });

export const loader = page("signed-in", async () => data(null, { status: 404 }));
export const action = page("signed-in", async () => data(null, { status: 404 }));

export default function NotFound() {
  return <ErrorPage status={404} />;
}
