import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { promisify } from "node:util";

/** Runs PostgreSQL's own pg_dump or pg_restore on the database of an address, one that is not older than `major`; throws, in words, where this machine has none. */
export async function runOnDatabase(name: "pg_dump" | "pg_restore", major: number, address: string, args: string[]) {
  const url = new URL(address);
  const PGPASSWORD = decodeURIComponent(url.password);
  // Everybody on the machine sees a program's arguments.
  url.password = "";
  const program = await findProgram(name, major);
  await promisify(execFile)(program, [...args, "-d", url.href], {
    env: { ...process.env, PGPASSWORD },
    maxBuffer: 1 << 26,
  });
}

async function findProgram(name: string, major: number): Promise<string> {
  const versions = await Promise.all(
    [name, ...debianPlaces(name)].map(async (file) => [file, await majorOf(file)] as const),
  );
  const found = versions.find(([, version]) => version !== undefined && version >= major);
  if (found) return found[0];
  const had = versions.flatMap(([, version]) => version ?? []);
  throw new Error(
    `本机没有 ${major} 或更新版本的 ${name}${had.length > 0 ? `，只有 ${had.join("、")}` : ""}。请安装 postgresql-client-${major}。`,
  );
}

function debianPlaces(name: string): string[] {
  const folder = "/usr/lib/postgresql";
  try {
    return readdirSync(folder).map((version) => `${folder}/${version}/bin/${name}`);
  } catch {
    return [];
  }
}

async function majorOf(program: string): Promise<number | undefined> {
  try {
    const { stdout } = await promisify(execFile)(program, ["--version"]);
    return Number.parseInt(/(\d+)(?:\.\d+)?(?:\s|$)/.exec(stdout)?.[1] ?? "", 10) || undefined;
  } catch {
    return undefined;
  }
}
