/** What runs beside the pages: the server, its worker threads and the programs that it starts. */
export const bundles = {
  server: "server.ts",
  "road-worker": "app/transit/roads/worker.ts",
  "map-worker": "app/domains/roads/read-map.worker.ts",
  "sheet-worker": "app/kit/page/sheets/read-sheet.worker.ts",
  "sheet-import-worker": "app/sheets.worker.ts",
  "line-file-worker": "app/transit/line-files/read.worker.ts",
  "sound-worker": "app/transit/sound/sound.worker.ts",
  "m4a-program": "app/transit/sound/m4a.program.ts",
  "speak-program": "app/transit/sound/speak.program.ts",
};

/** Packages of many files, of which a bundle holds what it needs: a thread or a start would read a hundred files of each. */
export const inlined = ["kysely", "zod", "pinyin-pro"];

const isInlined = (name) => inlined.some((one) => name === one || name.startsWith(`${one}/`));

/** Has a bundle leave packages where they are, but for those that it is to hold. */
export const packagesOutside = (isInside = isInlined) => ({
  name: "packages-outside",
  setup({ onResolve }) {
    onResolve({ filter: /^[^./~]/ }, ({ path: name, kind }) =>
      kind === "entry-point" || isInside(name) ? undefined : { path: name, external: true },
    );
  },
});
