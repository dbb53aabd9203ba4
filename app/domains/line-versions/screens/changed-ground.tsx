import { variantUrl } from "~/domains/lines/urls";
import type { BaseChange } from "../draft-base.server";

interface Ground {
  by: string;
  validFrom: string | null;
  directions: { directionName: string; theirs: string }[];
}

/** What has come into force under a draft since it was begun; null where nothing has. */
export const groundOf = ({ ground, directions }: BaseChange): Ground | null =>
  ground
    ? {
        by: ground.updatedByName ?? "系统",
        validFrom: ground.validFrom,
        directions: directions.filter(({ theirs }) => theirs !== ""),
      }
    : null;

interface ChangedGroundProps extends Ground {
  variant: Parameters<typeof variantUrl>[0] & { versionUuid: string | null };
  mayWrite: boolean;
}

export function ChangedGround({ by, validFrom, directions, variant, mayWrite }: ChangedGroundProps) {
  return (
    <div className="notice warn">
      底稿有变化：这份草稿开始修改之后，{by}使 {validFrom} 起的版本生效。
      {directions.map(({ directionName, theirs }) => (
        <p key={directionName}>
          {directionName}：{theirs}
        </p>
      ))}
      {mayWrite && (
        <a href={variantUrl(variant, "versions/base", { version: variant.versionUuid })}>
          逐项选择：并入草稿，或保留草稿的内容
        </a>
      )}
    </div>
  );
}
