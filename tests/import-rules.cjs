/** Who may import what; the reasons are in the README's description of the tree. */

const frontDoor =
  "^(server\\.ts|app/(routes\\.js|api\\.server\\.ts|api\\.route\\.ts|menu\\.ts|islands\\.ts|permissions\\.ts|jobs\\.server\\.ts|lifecycle\\.server\\.ts|root\\.tsx|entry\\.(client|server)\\.tsx|commands/))";
const inTests = "(^tests/|\\.test\\.tsx?$)";

/** One library, one door. */
function door(name, packages, openTo) {
  return {
    name: `door-${name}`,
    severity: "error",
    comment: `Only ${openTo} imports ${packages}.`,
    from: { path: "^(app/|server\\.ts)", pathNot: [openTo, inTests] },
    to: { path: `node_modules/(${packages})/(?!.*\\.css$)`, dependencyTypesNot: ["type-only"] },
  };
}

module.exports = {
  forbidden: [
    {
      name: "no-cycles",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "kernel-knows-no-room",
      severity: "error",
      from: { path: "^app/kernel/", pathNot: inTests },
      to: { path: "^app/(domains|shell|commands)/|^app/[^/]+$", pathNot: "^app/(islands|permissions)\\.ts$" },
    },
    {
      name: "kernel-reads-front-door-names-only-as-types",
      severity: "error",
      from: { path: "^app/kernel/", pathNot: [inTests, "^app/kernel/islands/start\\.ts$"] },
      to: { path: "^app/(islands|permissions)\\.ts$", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "shell-knows-no-room",
      severity: "error",
      from: { path: "^app/shell/", pathNot: inTests },
      to: { path: "^app/domains/", pathNot: "/(schema|queries\\.server)\\.ts$" },
    },
    {
      name: "a-room-shows-its-neighbours-only-schema-queries-and-policy",
      severity: "error",
      from: { path: "^app/domains/([^/]+)/", pathNot: inTests },
      to: { path: "^app/domains/", pathNot: ["^app/domains/$1/", "/(schema|policy|queries\\.server)\\.ts$"] },
    },
    {
      name: "nothing-imports-a-route",
      severity: "error",
      from: { pathNot: inTests },
      to: { path: "^app/(domains/.*/|shell/)routes/.*\\.tsx?$" },
    },
    {
      name: "rooms-do-not-reach-the-front-door",
      severity: "error",
      from: { path: "^app/(domains|shell)/", pathNot: inTests },
      to: { path: frontDoor, pathNot: "^app/(permissions|menu|islands)\\.ts$" },
    },
    {
      name: "the-browser-never-reaches-the-server",
      severity: "error",
      from: { path: "(\\.island\\.tsx|\\.client\\.ts|^app/entry\\.client\\.tsx)$" },
      to: { reachable: true, path: "\\.server\\.tsx?$|node_modules/(pg|kysely|express)/" },
    },
    door("database", "kysely|pg|pg-cursor", "(^app/commands/|\\.server\\.tsx?$|^app/kernel/db/)"),
    door("jobs", "pg-boss", "^app/kernel/jobs/"),
    door("workbooks", "exceljs", "^app/kernel/excel/"),
    door("map", "ol", "(^app/kernel/map/|\\.island\\.tsx$)"),
    door("charts", "echarts|echarts-for-react", "^app/kernel/charts/"),
    door("grids", "mantine-react-table", "\\.island\\.tsx$"),
    door("forms", "@conform-to", "^app/kernel/forms/"),
    door("mantine", "@mantine/(core|hooks)", "(^app/kernel/(forms|islands)/|\\.island\\.tsx$)"),
    door("markdown", "markdown-it", "^app/kernel/markdown/"),
    door("dates", "@mantine/dates", "\\.island\\.tsx$"),
    door("browser-react", "react-dom", "(^app/kernel/islands/|^app/entry\\.server\\.tsx$)"),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(build|data)/" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: "specify",
    enhancedResolveOptions: {
      extensions: [".ts", ".tsx", ".js", ".mjs", ".cjs"],
      exportsFields: ["exports"],
      conditionNames: ["import", "module", "default", "types"],
    },
  },
};
