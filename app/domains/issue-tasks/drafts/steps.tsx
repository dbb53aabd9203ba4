import { draftUrl } from "../urls";
import { Steps as StepStrip } from "~/kit/page/screens";

const steps = [
  { name: "files", label: "下发什么" },
  { name: "whom", label: "发给谁" },
  { name: "how", label: "什么时候、怎样下发" },
  { name: "confirm", label: "核对" },
] as const;
export type Step = (typeof steps)[number]["name"];

/** Where the person stands in making a task; the steps done lead back. */
export function Steps({ draftUuid, at, done }: { draftUuid?: string; at: Step; done: readonly Step[] }) {
  return (
    <StepStrip
      steps={steps.map(({ name, label }) => ({
        label,
        href: draftUuid && done.includes(name) ? draftUrl(draftUuid, name) : undefined,
      }))}
      at={steps.findIndex(({ name }) => name === at)}
    />
  );
}

/** The steps that a draft may be led to. */
export function doneOf({ files: all, whom, how }: { files?: string[]; whom?: unknown; how?: unknown }): Step[] {
  const files = (all ?? []).length > 0;
  return [
    "files",
    ...(files ? (["whom"] as const) : []),
    ...(files && whom ? (["how"] as const) : []),
    ...(files && whom && how ? (["confirm"] as const) : []),
  ];
}
