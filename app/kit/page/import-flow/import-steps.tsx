import { Steps } from "~/kit/page/screens";

const steps = [{ label: "选择文件" }, { label: "核对（还没有改动数据）" }, { label: "导入" }];

/** Where one stands in taking a file in; nothing is changed before the last step. */
export const ImportSteps = ({ at }: { at: "choose" | "check" | "done" }) => (
  <Steps steps={steps} at={["choose", "check", "done"].indexOf(at)} />
);
