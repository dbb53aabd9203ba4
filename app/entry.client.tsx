import { preventDoubleSubmit } from "~/kit/page/forms/prevent-double-submit";
import { keepTypingOfForms } from "~/kit/page/forms/keep-typing";
import { loadMissingCalls } from "~/kit/page/islands/missing-calls";
import { startIslands } from "~/kit/page/islands/start";
import { tickWholeTables } from "~/kit/page/tables/ticks";
import { enhanceFrame } from "~/shell/enhance-frame";

if (import.meta.env.DEV) await import("~/kit/page/islands/dev");
preventDoubleSubmit();
keepTypingOfForms();
tickWholeTables();
enhanceFrame();
const missing = loadMissingCalls();
if (missing) void missing.then(enhancePage);
else enhancePage();

function enhancePage() {
  const tickTrees = document.querySelectorAll("[data-tick-tree]");
  if (tickTrees.length > 0)
    void import("~/kit/page/trees/tick-tree.client").then(({ tickWholeBranches }) =>
      tickTrees.forEach(tickWholeBranches),
    );
  const stepped = document.querySelectorAll<HTMLSelectElement>("select[data-steps]");
  if (stepped.length > 0)
    void import("~/kit/page/forms/stepped-choice.client").then(({ stepChoice }) => stepped.forEach(stepChoice));
  const inPieces = document.querySelectorAll<HTMLElement>("[data-pieces]");
  if (inPieces.length > 0)
    void import("~/kit/page/forms/send-pieces.client").then(({ sendInPieces }) => inPieces.forEach(sendInPieces));
  const boxes = document.querySelectorAll<HTMLInputElement>("[data-finds]");
  if (boxes.length > 0)
    void import("~/kit/page/forms/finder.client").then(({ findAsTyped }) => boxes.forEach(findAsTyped));
  const keeping = document.querySelectorAll<HTMLFormElement>("form[data-keep-on-leave]");
  if (keeping.length > 0)
    void import("~/kit/page/forms/keep-on-leave.client").then(({ keepOnLeave }) => keeping.forEach(keepOnLeave));
  if (document.body.hasAttribute("data-asks-speed"))
    void import("~/shell/tell-speed.client").then(({ tellSpeed }) => tellSpeed());
  if (document.querySelector("[data-hotkey]"))
    void import("~/shell/hotkeys.client").then(({ listenForHotkeys }) => listenForHotkeys());
  const passwords = document.querySelectorAll<HTMLInputElement>("form input[type=password]");
  if (passwords.length > 0)
    void import("~/kit/page/forms/ease-passwords.client").then(({ easePassword }) => passwords.forEach(easePassword));
  if (passwords[0] && location.protocol === "http:")
    void import("~/kit/page/forms/seal-passwords.client").then(({ sealPasswords }) =>
      sealPasswords(passwords[0]!.form!),
    );
  startIslands();
}
