import { objects, routes } from "./app/routes.js";

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
  routes: (defineRoutes) => defineRoutes(mountAll),
};

/** Mounts every page, those with a screen that lie at or under an object's address in the object's layout, which has no path. */
function mountAll(mount) {
  const pages = listPages();
  const mountPage = ({ path, file, id }) => mount(path, file, { id });
  const objectOf = ({ path, file }) =>
    file.endsWith(".tsx") ? objects.find((object) => `${path}/`.startsWith(`${object.path}/`)) : undefined;
  const pagesOf = (object) => pages.filter((page) => objectOf(page) === object);
  for (const page of pages) {
    const object = objectOf(page);
    if (!object) mountPage(page);
    else if (page === pagesOf(object)[0])
      mount(undefined, object.layout, { id: `${object.layout}@${object.path}` }, () =>
        pagesOf(object).forEach(mountPage),
      );
  }
}

/** One file may serve several URLs (new and edit): the second mount is told apart by its path. */
function listPages() {
  const taken = new Set();
  const pages = [];
  routes((path, file) => {
    const name = file.replace(/\.[jt]sx?$/, "");
    const id = taken.has(name) ? `${name}@${path}` : name;
    taken.add(id);
    pages.push({ path, file, id });
  });
  return pages;
}
