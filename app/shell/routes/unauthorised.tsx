import { data } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { localPath } from "~/kit/ground/local-path";
import { screen } from "~/kit/page/screens";
import { ErrorPage } from "~/kit/page/screens/error-page";

export const handle = screen({ title: "无权限" });

export const loader = page("signed-in", async ({ url }) =>
  data({ from: localPath(url.searchParams.get("from")) ?? null }, { status: 401 }),
);

export default function Unauthorised() {
  const { from } = useLoaderData<typeof loader>();
  return (
    <ErrorPage
      status={401}
      message={from ? `您没有查看 ${from} 的权限。如果需要，请联系管理员为您的角色授权。` : undefined}
    />
  );
}
