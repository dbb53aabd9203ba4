import { routes } from "./app/routes.js";

/** Remix's own options and every page URL; vite.config.ts hands this to Remix's plugin. */
export default {
  appDirectory: "app",
  buildDirectory: process.env.BUILD_DIRECTORY ?? "build",
  ignoredRouteFiles: ["**/*"],
  future: {
    v3_fetcherPersist: true,
    v3_lazyRouteDiscovery: true,
    v3_relativeSplatPath: true,
    v3_singleFetch: true,
    v3_throwAbortReason: true,
  },
  routes: (defineRoutes) => defineRoutes((mount) => routes(mountUnder(mount))),
};

/** One file may serve several URLs (new and edit): the second mount is told apart by its path. */
function mountUnder(mount) {
  const taken = new Set();
  return (path, file) => {
    const name = file.replace(/\.[jt]sx?$/, "");
    const id = taken.has(name) ? `${name}@${path}` : name;
    taken.add(id);
    mount(path, file, { id });
  };
}
