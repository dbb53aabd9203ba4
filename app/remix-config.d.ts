declare module "*/remix.config.js" {
  const config: import("@remix-run/dev/dist/vite/plugin").VitePluginConfig;
  export default config;
}

declare module "*/commands/bundles.js" {
  export const bundles: Readonly<Record<string, string>>;
  export const inlined: readonly string[];
}

declare module "*/commands/builds.js" {
  export const builds: string;
  export function buildInPlace(): string | undefined;
  export function putInPlace(name: string): void;
  export function removeOld(): void;
}
