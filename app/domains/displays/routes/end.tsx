import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { ConfirmScreen, screen } from "~/kit/page/screens";
import { displaysUrl, may } from "../policy";
import { endDisplay, findDisplay } from "../queries.server";

export const handle = screen({ title: "停用值班屏" });

export const loader = page(may.write, async ({ viewer, params }) => {
  const { displayName, orgName } = await findDisplay(viewer, params.displayId!);
  return { displayName, orgName };
});

export const action = page(may.write, async ({ viewer, request, params }) => {
  await endDisplay(viewer, params.displayId!);
  return redirectWith(request, "已停用值班屏，它的地址从现在起打不开", displaysUrl);
});

export default function EndDisplay() {
  const { displayName, orgName } = useLoaderData<typeof loader>();
  return (
    <ConfirmScreen
      question={`停用值班屏 ${displayName}（${orgName}）？大屏随即看不到车辆，停用后不能恢复，只能新增一个换上新的地址。`}
      cancelTo={displaysUrl}
      confirm="停用"
    />
  );
}
