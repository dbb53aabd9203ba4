import { Outlet, useLoaderData } from "@remix-run/react";
import type { headLoader } from "./head-loader.server";
import { ObjectFrame } from "./object-head";

export { ThrownErrorPage } from "./error-page";

/** Around all pages of one record, under its head as `headLoader` loaded it. */
export function ObjectLayout() {
  const { head } = useLoaderData() as Awaited<ReturnType<ReturnType<typeof headLoader>>>;
  return (
    <ObjectFrame head={head.value}>
      <Outlet />
    </ObjectFrame>
  );
}
