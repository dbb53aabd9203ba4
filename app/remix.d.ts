import "@remix-run/node";

declare module "@remix-run/node" {
  interface Future {
    v3_singleFetch: true;
  }
}

declare module "*/remix.config.js" {
  const config: import("@remix-run/dev/dist/vite/plugin").VitePluginConfig;
  export default config;
}
