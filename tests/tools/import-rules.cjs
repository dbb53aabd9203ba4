/** Who may import what: the floors of docs/architecture.md, and one door for each library. */

const inTests = "(^tests/|\\.(test|sample)\\.tsx?$)";
const frontDoor =
  "^(server\\.ts|app/(rooms|routes|menu|islands|permissions|jobs\\.server|lifecycle\\.server|root|entry\\.(client|server))\\.(js|tsx?)$|app/(calls|commands|search)/)";

/** Folders of app/ that stand on one another: each imports itself and those named with it. */
const floors = {
  "kit/ground": [],
  "transit/geo": ["kit/ground"],
  transit: ["kit/ground"],
  "kit/data": ["kit/ground"],
  "kit/page": ["kit/ground", "kit/data", "transit/geo"],
  "kit/room": ["kit/ground", "kit/data", "kit/page", "transit/geo"],
};

/** Rooms of lines, each standing on those before it: it uses what is pure or drawn there, and of the rest the queries. */
const lineRooms = ["lines", "line-versions", "line-matching", "line-editor", "line-imports"];
const inLineRooms = `^app/domains/(${lineRooms.join("|")})/`;
const doorsOfRooms = "/(room|room\\.server|schema|policy|queries\\.server)\\.ts$";

/** Types of the list of islands and permissions, which checks their names, are no import at run time. */
const namesOfFrontDoor = "^app/(islands|permissions)\\.ts$";

function floor([folder, below]) {
  const seen = [folder, ...below].map((one) => `^app/${one}/`);
  return {
    name: `floor-${folder.replace("/", "-")}`,
    severity: "error",
    comment: `app/${folder} imports itself and ${below.join(", ") || "no other folder"}.`,
    from: { path: `^app/${folder}/`, pathNot: inTests },
    to: { path: "^app/", pathNot: [...seen, namesOfFrontDoor] },
  };
}

function lineRoom(room, at) {
  const [below, above] = [lineRooms.slice(0, at), lineRooms.slice(at + 1)].map((all) => all.join("|") || "none");
  return {
    name: `${room}-stands-on-the-line-rooms-before-it`,
    severity: "error",
    from: { path: `^app/domains/${room}/`, pathNot: inTests },
    to: {
      path: [`^app/domains/(${above})/`, `^app/domains/(${below})/.*\\.server\\.tsx?$`],
      pathNot: `^app/domains/(${below})/queries\\.server\\.ts$`,
    },
  };
}

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
  namesOfFrontDoor,
  forbidden: [
    {
      name: "no-cycles",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    ...Object.entries(floors).map(floor),
    {
      name: "kit-reads-front-door-names-only-as-types",
      severity: "error",
      from: { path: "^app/kit/", pathNot: [inTests, "^app/kit/page/islands/start\\.ts$"] },
      to: { path: namesOfFrontDoor, dependencyTypesNot: ["type-only"] },
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
      from: { path: "^app/domains/([^/]+)/", pathNot: [inTests, inLineRooms] },
      to: { path: "^app/domains/", pathNot: ["^app/domains/$1/", doorsOfRooms] },
    },
    {
      name: "line-rooms-see-of-other-rooms-only-schema-queries-and-policy",
      severity: "error",
      from: { path: inLineRooms, pathNot: inTests },
      to: { path: "^app/domains/", pathNot: [inLineRooms, doorsOfRooms] },
    },
    ...lineRooms.map(lineRoom),
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
    {
      name: "uploads-have-one-door",
      severity: "error",
      comment: "acceptUpload has what comes in looked at; a form kept over an expired session throws its files away.",
      from: {
        path: "^app/",
        pathNot: [
          inTests,
          "^app/kit/page/http/accept-upload\\.server\\.ts$",
          "^app/kit/data/access/stored-post\\.server\\.ts$",
        ],
      },
      to: { path: "^app/kit/data/files/upload\\.server\\.ts$", dependencyTypesNot: ["type-only"] },
    },
    door("database", "kysely|pg|pg-cursor", "(^app/commands/|\\.server\\.tsx?$|^app/kit/data/db/)"),
    door("broker", "mqtt", "^app/domains/jt808-gateway/"),
    door("jobs", "pg-boss", "^app/kit/data/jobs/"),
    door("workbooks", "exceljs", "^app/kit/page/sheets/"),
    door("map", "ol", "(^app/kit/page/map/|^app/transit/geo/|\\.island\\.tsx$)"),
    door("charts", "echarts|echarts-for-react", "^app/kit/page/charts/"),
    door("grids", "mantine-react-table", "\\.island\\.tsx$"),
    door("forms", "@conform-to", "^app/kit/page/forms/"),
    door("mantine", "@mantine/(core|hooks)", "(^app/kit/page/islands/|\\.island\\.tsx$)"),
    door("second-factor", "otpauth|qr", "^app/(kit/data/access|shell/second-factor)/"),
    door("hashes", "@noble", "^app/kit/page/forms/"),
    door("sounds", "@audio|@echogarden|music-metadata|wasm-media-encoders", "^app/transit/sound/"),
    door("spoken-apart", "@echogarden/espeak-ng-emscripten", "^app/transit/sound/speak\\.program\\.ts$"),
    door("unpacked-apart", "@audio/decode-aac", "^app/transit/sound/m4a\\.program\\.ts$"),
    door("markdown", "markdown-it", "^app/kit/page/markdown/"),
    door("pieces", "@tus", "^app/kit/data/attachments/"),
    door("pieces-sent", "tus-js-client", "^app/kit/page/forms/"),
    door("dates", "@mantine/dates", "\\.island\\.tsx$"),
    door("browser-react", "react-dom", "(^app/kit/page/islands/|^app/entry\\.server\\.tsx$)"),
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
