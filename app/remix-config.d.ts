declare module "*/remix.config.js" {
  const config: import("@remix-run/dev/dist/vite/plugin").VitePluginConfig;
  export default config;
}

declare module "*/commands/bundles.js" {
  export const inlined: readonly string[];
}
