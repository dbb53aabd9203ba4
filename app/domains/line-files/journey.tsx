import { fileUrl, listenUrl, stationVoiceUrl } from "./urls";
import styles from "./journey.module.css";

/** How far a file is on its way from the line to the buses. */
export interface JourneyFacts {
  lineUuid: string;
  classifySid: string;
  /** The one that is worked on: the draft, else the generated one; none yet. */
  fileUuid: string | null;
  isDraft: boolean;
  fileVersion: string | null;
  nodeCount: number;
  missing: number;
  /** Those of missing voices among them. */
  errors: number;
  isOutdated: boolean;
  isUnheard: boolean;
  buses: number;
  upToDate: number;
}

export interface JourneyStep {
  label: string;
  words: string;
  href?: string;
  isDone: boolean;
  isBad?: boolean;
}

/** The steps in their order; the first that is not done is where one stands. */
export function journeySteps(facts: JourneyFacts): JourneyStep[] {
  const { fileUuid, isDraft, nodeCount, missing, errors, buses, upToDate } = facts;
  const line = {
    label: "线路",
    words: "已有站点",
    href: `/line/line-management/${facts.lineUuid}?classify=${facts.classifySid}`,
    isDone: true,
  };
  if (!fileUuid) return [line, ...later("文件", "节点", "语音", "检查", "生成", "试听", "下发")];
  const [file, nodes, listen] = [fileUrl({ fileUuid }), stationVoiceUrl({ fileUuid }), listenUrl({ fileUuid })];
  const others = Math.max(0, errors - missing);
  const isGenerated = !isDraft;
  const own: JourneyStep[] = [
    line,
    { label: "文件", words: isDraft ? "草稿" : (facts.fileVersion ?? ""), href: file, isDone: true },
    { label: "节点", words: `${nodeCount} 个`, href: nodes, isDone: nodeCount > 0 },
    {
      label: "语音",
      words: missing > 0 ? `缺 ${missing} 处` : "齐全",
      href: file,
      isDone: missing === 0,
      isBad: missing > 0,
    },
    {
      label: "检查",
      words: others > 0 ? `${others} 个错误` : "通过",
      href: file,
      isDone: others === 0,
      isBad: others > 0,
    },
    {
      label: "生成",
      words: facts.isOutdated ? "已过期" : isGenerated ? "已生成" : "还没有",
      href: file,
      isDone: isGenerated && !facts.isOutdated,
      isBad: facts.isOutdated,
    },
  ];
  if (isDraft) return [...own, ...later("试听", "下发")];
  return [
    ...own,
    { label: "试听", words: facts.isUnheard ? "没有听过" : "听过", href: listen, isDone: !facts.isUnheard },
    {
      label: "下发",
      words: buses === 0 ? "没有车" : `${upToDate} / ${buses} 辆`,
      href: `/voice/issue-task/announced?${new URLSearchParams({ lineUuid: facts.lineUuid }).toString()}`,
      isDone: buses > 0 && upToDate >= buses,
    },
  ];
}

const later = (...labels: string[]): JourneyStep[] =>
  labels.map((label) => ({ label, words: "还没有", isDone: false }));

/** The way of a file as a strip, with where it stands. */
export function Journey({ facts }: { facts: JourneyFacts }) {
  const steps = journeySteps(facts);
  const now = steps.findIndex(({ isDone }) => !isDone);
  return (
    <nav aria-label="从线路到车辆">
      <ol className={styles.strip}>
        {steps.map(({ label, words, href, isDone, isBad }, at) => (
          <li
            key={label}
            data-look={isBad ? "bad" : isDone ? "done" : at === now ? "now" : undefined}
            aria-current={at === now ? "step" : undefined}
          >
            {href ? <a href={href}>{label}</a> : label}
            <small>{words}</small>
          </li>
        ))}
      </ol>
    </nav>
  );
}
