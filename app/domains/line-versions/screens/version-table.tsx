import { draftInWords, labelOf, standings } from "~/domains/lines/choices";
import { compareUrl, type Query, variantUrl } from "~/domains/lines/urls";
import { addDays } from "~/kit/ground/time/days";
import type { ListedVersion } from "../list.server";
import table from "~/kit/page/tables/lined-table.module.css";
import styles from "./versions.module.css";

interface VersionTableProps {
  variant: { lineUuid: string; classifySid: string; sortType: number };
  versions: readonly (Omit<ListedVersion, "updatedAt" | "submittedAt"> & {
    updatedAt: string;
    submittedAt: string | null;
  })[];
  mayWrite: boolean;
  mayPublish: boolean;
  checked: boolean;
  mayCompare: boolean;
}

type Row = VersionTableProps["versions"][number];

export function VersionTable(props: VersionTableProps) {
  const { variant, versions } = props;
  if (versions.length === 0) return <p className="quiet">还没有版本：计划一个版本，或编辑站点，就会产生草稿。</p>;
  return (
    <table className={`${table.lined} ${styles.table}`}>
      <caption className="unseen">版本</caption>
      <thead>
        <tr>
          <th scope="col">版本</th>
          <th scope="col">状态</th>
          <th scope="col">与前一版本相比</th>
          <th scope="col">修改原因</th>
          <th scope="col">最后修改</th>
          <th scope="col">操作</th>
        </tr>
      </thead>
      <tbody>
        {versions.map((version) => (
          <tr key={version.versionUuid} data-shown={version.standing === "effective" || undefined}>
            <td className={styles.days}>
              <a href={variantUrl(variant, "", { version: version.versionUuid })}>
                {version.standing !== "draft"
                  ? `${version.validFrom} 起`
                  : version.plannedFor
                    ? draftInWords(version.plannedFor)
                    : "未定日期的草稿"}
              </a>
              {version.validTo && <div>至 {addDays(version.validTo, -1)}</div>}
            </td>
            <td>
              <Standing version={version} checked={props.checked} />
            </td>
            <td className={styles.changes}>
              <Changes version={version} />
            </td>
            <td className={styles.reason}>{version.reason}</td>
            <td>
              {version.updatedByName ?? "系统"}
              <div className={`quiet ${styles.days}`}>{version.updatedAt}</div>
            </td>
            <td>
              <Verbs {...props} version={version} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Standing({ version, checked }: { version: Row; checked: boolean }) {
  const { standing, submittedAt, submittedByName, returnedReason, moved } = version;
  return (
    <>
      <span className={styles.days}>{labelOf(standings, standing)}</span>
      {standing === "draft" && submittedAt && (
        <div>
          待审核（{submittedByName} {submittedAt} 提交）
        </div>
      )}
      {standing === "draft" && checked && !submittedAt && !returnedReason && <div className="quiet">未提交审核</div>}
      {standing === "draft" && returnedReason && !submittedAt && <div>已退回：{returnedReason}</div>}
      {moved && <div>底稿有变化</div>}
    </>
  );
}

function Changes({ version }: { version: Row }) {
  if (version.changes.length === 0) return <span className="quiet">没有差别</span>;
  return version.changes.map(({ directionName, short, words, longer }) => (
    <p key={directionName} title={words || undefined}>
      {directionName}{" "}
      {[short, longer && `里程 ${longer > 0 ? "+" : "−"}${Math.abs(longer).toFixed(3)} 公里`]
        .filter(Boolean)
        .join("，")}
    </p>
  ));
}

function Verbs({
  variant,
  version,
  mayWrite,
  mayPublish,
  checked,
  mayCompare,
  versions,
}: VersionTableProps & { version: Row }) {
  const { versionUuid, standing, submittedAt, moved } = version;
  const to = (page: string, query: Query = { version: versionUuid }) => variantUrl(variant, page, query);
  const draft = standing === "draft";
  const running = versions.find((one) => one.standing === "effective")?.versionUuid;
  const verbs: [string, string, boolean][] = [
    [
      "与现行比较",
      compareUrl(running ?? "", versionUuid),
      mayCompare && running !== undefined && running !== versionUuid,
    ],
    ["编辑站点", to("stations"), draft && mayWrite],
    ["合并底稿变化", to("versions/base"), draft && mayWrite && moved],
    ["提交审核", to("versions/submit"), draft && mayWrite && checked && !submittedAt],
    ["使生效", to("publish"), draft && mayPublish],
    ["退回", to("versions/return"), draft && mayPublish && submittedAt !== null],
    ["改日期", to("versions/day"), draft && mayWrite],
    ["放弃", to("discard"), draft && mayWrite],
    ["撤回", to("versions/withdraw"), standing === "planned" && mayPublish],
    ["停运", to("versions/end"), (standing === "planned" || standing === "effective") && mayPublish],
    [
      standing === "past" ? "恢复到此版本" : "以此版本新建草稿",
      to("versions/plan", { from: versionUuid }),
      !draft && mayWrite,
    ],
  ];
  return (
    <div className={styles.verbs}>
      {verbs
        .filter(([, , offered]) => offered)
        .map(([label, href]) => (
          <a key={label} href={href}>
            {label}
          </a>
        ))}
    </div>
  );
}
