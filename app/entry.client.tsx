import { sendOnce } from "~/kit/page/forms/once";
import { mindTyping } from "~/kit/page/forms/typing";
import { startIslands } from "~/kit/page/islands/start";
import { easeTables } from "~/kit/page/tables/ticks";
import { easeFrame } from "~/shell/comforts";

if (import.meta.env.DEV) await import("~/kit/page/islands/dev");
sendOnce();
mindTyping();
easeTables();
easeFrame();
// Older browsers first load the calls that they lack; the newest of them tell.
if ("any" in AbortSignal && "Segmenter" in Intl) easePage();
else void import("~/kit/page/islands/older-browsers.client").then(easePage);

function easePage() {
  const tickTrees = document.querySelectorAll("[data-tick-tree]");
  if (tickTrees.length > 0)
    void import("~/kit/page/trees/tick-tree.client").then(({ easeTickTree }) => tickTrees.forEach(easeTickTree));
  const stepped = document.querySelectorAll<HTMLSelectElement>("select[data-steps]");
  if (stepped.length > 0)
    void import("~/kit/page/forms/stepped-choice.client").then(({ stepChoice }) => stepped.forEach(stepChoice));
  const boxes = document.querySelectorAll<HTMLInputElement>("[data-finds]");
  if (boxes.length > 0)
    void import("~/kit/page/forms/finder.client").then(({ findAsTyped }) => boxes.forEach(findAsTyped));
  if (document.querySelector("[data-hotkey]"))
    void import("~/shell/hotkeys.client").then(({ listenForHotkeys }) => listenForHotkeys());
  startIslands();
}
