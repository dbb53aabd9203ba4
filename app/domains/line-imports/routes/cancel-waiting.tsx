import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { ConfirmScreen, screen } from "~/kit/page/screens";
import { cancelWaitingImports, countWaitingImports } from "../imports.server";
import { may } from "../policy";
import type { ImportKind } from "../schema";
import { lineImportsUrl, stationImportsUrl } from "../urls";

export const handle = screen({ title: "取消全部未确认的导入" });

function asked({ pathname }: URL): { kinds: ImportKind[]; back: string } {
  return pathname.startsWith(stationImportsUrl)
    ? { kinds: ["stations"], back: stationImportsUrl }
    : { kinds: ["lines", "gtfs"], back: lineImportsUrl };
}

export const loader = page(may.write, async ({ viewer, url }) => {
  const { kinds, back } = asked(url);
  return { count: await countWaitingImports(viewer, kinds), back };
});

export const action = page(may.write, async ({ viewer, request, url }) => {
  const { kinds, back } = asked(url);
  const count = await cancelWaitingImports(viewer, kinds);
  return redirectWith(request, count > 0 ? `已取消 ${count} 个导入，没有改动任何数据` : "没有未确认的导入", back);
});

export default function CancelWaitingImports() {
  const { count, back } = useLoaderData<typeof loader>();
  return (
    <ConfirmScreen
      question={`取消您的 ${count} 个未确认的导入？上传的文件会被删除，线路不受影响。`}
      cancelTo={back}
      confirm="全部取消"
    />
  );
}
