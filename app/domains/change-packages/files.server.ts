import { may as lineFiles } from "~/domains/line-files/policy";
import { generateAhead } from "~/domains/line-files/queries.server";
import { allows, type Viewer } from "~/kit/data/access/viewer";
import { Problem, problem } from "~/kit/ground/problem";
import { asIfInForce, messageOf } from "./apply-items.server";
import { isReady, readReadiness } from "./readiness.server";
import { requirePackage } from "./source.server";

export interface GeneratedFiles {
  made: string[];
  refused: { name: string; message: string }[];
  /** How many were left for the next time. */
  left: number;
}

const longest = 20_000;

/** Generates the line files that a package's day needs and that are not there or out of date, for about 20 seconds at most. */
export async function generateFiles(viewer: Viewer, packageUuid: string): Promise<GeneratedFiles> {
  if (!allows(viewer, lineFiles.generate)) throw problem.forbidden("您没有生成线路文件的权限");
  const held = await requirePackage(viewer, packageUuid);
  if (held.state > 1) throw problem.used("变更包已不在准备中，不能再为它生成线路文件");
  const { refusals, variants } = await readReadiness(viewer, held);
  if (refusals.length > 0) throw problem.field("", "请先处理不能生效的变更，再生成线路文件");
  const wanted = variants.filter((one) => !isReady(one));
  const done: GeneratedFiles = { made: [], refused: [], left: 0 };
  const until = Date.now() + longest;
  for (const { classifySid, name } of wanted) {
    if (Date.now() > until) done.left++;
    else
      await generateAhead(viewer, { classifySid, packageUuid, validFrom: held.effectiveDay }, (work) =>
        asIfInForce(viewer, held, () => work()),
      ).then(
        ({ fileVersion }) => done.made.push(`${name} ${fileVersion}`),
        (error: unknown) => {
          if (!(error instanceof Problem)) throw error;
          done.refused.push({ name, message: messageOf(error) });
        },
      );
  }
  return done;
}
