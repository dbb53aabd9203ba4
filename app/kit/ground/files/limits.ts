const MB = 2 ** 20;
const count = (most: number) => most.toLocaleString("en");
const megabytes = (bytes: number) => `${Math.round(bytes / MB)} MB`;

/** What reading one file may take: seconds that grow with the file, megabytes of its thread's heap, and megabytes by which the whole process may grow meanwhile. */
export interface ReadingLimits {
  seconds: number;
  secondsPerMegabyte: number;
  heap: number;
  growth?: number;
}

export const readingLimits = {
  map: { seconds: 8, secondsPerMegabyte: 4, heap: 1536, growth: 2560 },
  lines: { seconds: 8, secondsPerMegabyte: 4, heap: 1024, growth: 1536 },
  /** A line's reference is read while its sender waits. */
  drawn: { seconds: 8, secondsPerMegabyte: 2, heap: 512, growth: 768 },
  sheet: { seconds: 4.5, secondsPerMegabyte: 4, heap: 256 },
  sound: { seconds: 5, secondsPerMegabyte: 0, heap: 128, growth: 300 },
} as const satisfies Record<string, ReadingLimits>;

/** Milliseconds that a file of so many bytes may take; what is large by itself may take longer than what only claims to be. */
export function readingTime({ seconds, secondsPerMegabyte }: ReadingLimits, bytes: number): number {
  return Math.round(1000 * (seconds + secondsPerMegabyte * Math.max(0, bytes / MB - 1)));
}

/** A file packs text to a twentieth, seldom more; what unpacks beyond this is made to fill memory. */
const unpackingLimits = { times: 40, freeBytes: 16 * MB } as const;

/** What is wrong with a packed file of this size that unpacks to so many bytes; undefined where nothing is. */
export function unpackingFault(unpacked: number, packed: number, most: number): string | undefined {
  if (unpacked > most) return beyond.unpacked(most);
  return unpacked > unpackingLimits.freeBytes + unpackingLimits.times * packed ? beyond.packing() : undefined;
}

export const mapLimits = {
  bytes: 4096 * MB,
  nodes: 20_000_000,
  namedNodes: 2_000_000,
  ways: 4_000_000,
  relations: 500_000,
  wayNodes: 50_000,
  members: 50_000,
  tags: 5_000,
  keptRefs: 40_000_000,
  keptMembers: 2_000_000,
  routePositions: 6_000_000,
  headerBytes: 64 * 1024,
  blockBytes: 32 * MB,
  blockElements: 500_000,
  blockStrings: 500_000,
  blocks: 50_000,
  depth: 8,
  quietBytes: MB,
} as const;

export const lineFileLimits = {
  bytes: 256 * MB,
  drawnBytes: 16 * MB,
  /** A document that has to be held whole. */
  documentBytes: 64 * MB,
  /** What a document may hold: brackets inside one another; numbers, texts, lists and objects together. */
  documentDepth: 60,
  documentValues: 12_000_000,
  documentKeys: 10_000,
  lineLetters: 4_000_000,
  archiveFiles: 10,
  databaseHeap: 128 * MB,
  archiveEntries: 1_000,
  records: 50_000,
  stops: 500,
  pathPoints: 20_000,
  points: 5_000_000,
  name: 64,
  /** Letters of a name as the file has it, before it is shortened. */
  rawName: 1_000,
  problems: 2_000,
} as const;

export const gtfsLimits = {
  unpackedBytes: 1024 * MB,
  rows: 5_000_000,
  files: 200,
  recordLetters: 65_536,
  idLetters: 255,
  tripCalls: 5_000,
  departures: 2_000_000,
  patternTrips: 20_000,
  serviceDates: 5_000,
} as const;

export const sheetLimits = {
  fileBytes: 50 * MB,
  unpackedBytes: 300 * MB,
  parts: 10_000,
  sheets: 100,
  rows: 100_000,
  columns: 256,
  cells: 2_000_000,
  cellText: 32_767,
  sharedText: 30_000_000,
  sheetRows: 1_048_576,
  sheetColumns: 16_384,
  /** Merged cells over several rows. */
  merges: 50_000,
  /** Elements of all parts that are read. */
  elements: 6_000_000,
  quietBytes: 2 * MB,
} as const;

export const pictureLimits = {
  bytes: 5 * MB,
  avatarBytes: 2 * MB,
  least: 32,
  most: 10_000,
  /** A small file can claim a size that takes a browser gigabytes to unpack. */
  pixels: 50_000_000,
} as const;

export const sniffedBytes = 65_536;

/** What a limit is called where a file goes beyond it, without the advice that follows. */
export const beyond = {
  time: (milliseconds: number) => `读取超过 ${milliseconds / 1000} 秒，已停止`,
  memory: (most: number) => `文件内容过多，读取所需内存超过 ${most} MB`,
  unpacked: (bytes: number) => `解压后超过 ${megabytes(bytes)}`,
  packing: () => `解压后超过文件大小的 ${unpackingLimits.times} 倍，异常庞大`,
  entries: (found: number, most: number) => `压缩包里有 ${found} 个文件，超过 ${most} 个`,
  nodes: (most: number) => `节点超过 ${count(most)} 个`,
  namedNodes: (most: number) => `有名称的节点超过 ${count(most)} 个`,
  ways: (most: number) => `道路超过 ${count(most)} 个`,
  relations: (most: number) => `关系超过 ${count(most)} 个`,
  keptRefs: (most: number) => `道路的节点合计超过 ${count(most)} 个`,
  keptMembers: (most: number) => `公交线路的成员合计超过 ${count(most)} 个`,
  routePositions: (most: number) => `公交线路的路径合计超过 ${count(most)} 个点`,
  tags: (id: number, most: number) => `编号 ${id} 的标签超过 ${count(most)} 个`,
  wayNodes: (id: number, found: number) => `道路 ${id} 的节点多达 ${found} 个`,
  members: (id: number, found: number) => `关系 ${id} 的成员多达 ${found} 个`,
  blockElements: (most: number) => `单个数据块的内容过多，超过 ${count(most)} 个`,
  blockStrings: (most: number) => `单个数据块的文字过多，超过 ${count(most)} 段`,
  blockBytes: (most: number) => `数据块解压后超过 ${megabytes(most)}`,
  blocks: (most: number) => `数据块超过 ${count(most)} 个`,
  documentDepth: (most: number) => `JSON 的括号嵌套超过 ${most} 层`,
  documentValues: (most: number) => `JSON 里的数值、文字和列表超过 ${count(most)} 个`,
  documentKeys: (most: number) => `JSON 里有一个对象的属性超过 ${count(most)} 个`,
  lineLetters: (most: number) => `有一行超过 ${most / 10_000} 万个字，不像线路文件`,
  gtfsRows: (table: string, most: number) => `${table} 超过 ${most} 行`,
  gtfsId: (table: string, line: number, column: string, most: number) =>
    `${table} 第 ${line} 行的 ${column} 超过 ${most} 个字`,
  tripCalls: (trip: string, most: number) => `班次“${trip}”停靠超过 ${count(most)} 次`,
  patternTrips: (route: string, most: number) => `线路“${route}”一种走向的班次超过 ${count(most)} 个`,
  serviceDates: (service: string, most: number) => `运营日历“${service}”的例外日期超过 ${count(most)} 个`,
  departures: (most: number) => `发车时刻超过 ${count(most)} 个`,
  partRelations: (most: number) => `工作簿各部件的关系超过 ${count(most)} 个`,
  sheetRows: (most: number) => `工作表的行数（包括空行）超过 ${count(most)} 行`,
  elements: (most: number) => `工作簿里的行、单元格等（包括空的）超过 ${count(most)} 个`,
} as const;
