import type { Viewer } from "~/kit/data/access/viewer";
import { type Database, db, inTransaction } from "~/kit/data/db/pool.server";
import { problem } from "~/kit/ground/problem";
import { type Bindable, bindableDevices, scrappedWords, setOwners } from "./bindings.server";
import { type Owner, ownerInWords, findOwners } from "./owners.server";
import { ownerKind, type OwnerKind, scrapped } from "./choices";

const mostLines = 5000;

export interface BindRequest {
  to: OwnerKind | "none";
  lines: string;
  /** Devices that have another owner go over to the new one. */
  move: boolean;
}

export interface BindLine {
  /** Among the lines that were pasted, from 1. */
  line: number;
  devSelfCode: string;
  ownerCode: string;
  state: "change" | "same" | "wrong";
  words: string;
}

export async function previewBinding(viewer: Viewer, request: BindRequest): Promise<BindLine[]> {
  return (await judge(db(), viewer, request, false)).map(({ line, devSelfCode, ownerCode, state, words }) => ({
    line,
    devSelfCode,
    ownerCode,
    state,
    words,
  }));
}

/** Does what the lines say. One that cannot be done stops all of them, unless `skip` leaves such lines out. */
export async function bindMany(
  viewer: Viewer,
  request: BindRequest,
  skip: boolean,
): Promise<{ changed: number; same: number; left: number }> {
  return inTransaction(async (trx) => {
    const judged = await judge(trx, viewer, request, true);
    const wrong = judged.filter(({ state }) => state === "wrong");
    if (wrong.length > 0 && !skip)
      throw problem.fields(
        wrong.slice(0, 100).map(({ line, words }) => ({ path: "lines", message: words, row: line })),
      );
    const changes = judged.filter(({ state }) => state === "change");
    await setOwners(
      trx,
      viewer,
      changes.map(({ device, owner }) => [device!, owner ?? null]),
    );
    return { changed: changes.length, same: judged.length - changes.length - wrong.length, left: wrong.length };
  });
}

type JudgedLine = BindLine & { device?: Bindable; owner?: Owner };

async function judge(
  on: Database,
  viewer: Viewer,
  { to, lines, move }: BindRequest,
  lock: boolean,
): Promise<JudgedLine[]> {
  const pasted = linesOf(lines);
  if (pasted.length === 0) throw problem.field("lines", "请粘贴设备编号，一行一个");
  if (pasted.length > mostLines)
    throw problem.field("lines", `一次最多 5,000 行，现有 ${pasted.length.toLocaleString("zh-CN")} 行，请分次粘贴`);
  const devices = await bindableDevices(
    on,
    viewer,
    "devSelfCode",
    pasted.map(({ parts }) => parts[0]!),
    lock,
  );
  const owners =
    to === "none"
      ? []
      : await findOwners(
          on,
          viewer,
          to,
          "code",
          pasted.flatMap(({ parts }) => parts[1] ?? []),
        );
  const byDevice = new Map(devices.map((device) => [device.devSelfCode, device]));
  const byOwner = new Map(owners.map((owner) => [owner.code, owner]));
  const first = new Map<string, number>();
  return pasted.map(({ line, parts }) => {
    const [devSelfCode = "", ownerCode = ""] = parts;
    const [device, owner, before] = [byDevice.get(devSelfCode), byOwner.get(ownerCode), first.get(devSelfCode)];
    first.set(devSelfCode, before ?? line);
    const judged = { line, devSelfCode, ownerCode, device, owner };
    const wrong =
      before !== undefined ? `设备 ${devSelfCode} 在第 ${before} 行已出现` : refusalOf(to, parts, device, owner, move);
    if (wrong) return { ...judged, state: "wrong", words: wrong };
    if (device!.bindUuid === (owner?.bindUuid ?? null))
      return { ...judged, state: "same", words: owner ? "已绑定在此，不变" : "没有绑定对象，不变" };
    const from = device!.bindType ? `从${ownerInWords(device!.bindType, device!.bindName)}` : "";
    return {
      ...judged,
      state: "change",
      words: owner ? `${from && `${from}改`}绑定到${ownerInWords(owner.bindType, owner.name)}` : `${from}解绑`,
    };
  });
}

function refusalOf(
  to: BindRequest["to"],
  parts: string[],
  device: Bindable | undefined,
  owner: Owner | undefined,
  move: boolean,
): string | undefined {
  const wanted = to === "none" ? undefined : ownerKind(to).code;
  if (parts.length > (wanted ? 2 : 1)) return wanted ? `一行只写设备编号和${wanted}` : "解绑时一行只写设备编号";
  if (wanted && parts.length < 2) return `缺少${wanted}`;
  if (!device) return `没有设备 ${parts[0]}，或不在您的机构范围内`;
  if (!wanted) return undefined;
  if (!owner) return `没有这个${wanted} ${parts[1]}，或不在您的机构范围内`;
  if (device.devState === scrapped && device.bindUuid !== owner.bindUuid) return scrappedWords(device);
  if (device.bindType && device.bindUuid !== owner.bindUuid && !move)
    return `已绑定${ownerInWords(device.bindType, device.bindName)}，请先解绑，或勾选“改绑”`;
  return undefined;
}

/** Numbers between spaces, tabs or commas, as they come out of a sheet; empty lines are passed over but counted. */
function linesOf(text: string): { line: number; parts: string[] }[] {
  return text
    .normalize("NFKC")
    .split(/\r\n|\r|\n/)
    .map((line, index) => ({ line: index + 1, parts: line.split(/[\s,;、]+/).filter(Boolean) }))
    .filter(({ parts }) => parts.length > 0);
}
