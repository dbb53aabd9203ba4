import { Links, Outlet } from "@remix-run/react";
import type { ReactNode } from "react";
import { IslandScripts } from "~/kernel/islands/scripts";
export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="zh-CN">
      <head>
        <meta charSet="utf-8" />
        <title>x</title>
        <Links />
        <IslandScripts />
      </head>
      <body>{children}</body>
    </html>
  );
}
export default function App() {
  return <Outlet />;
}
