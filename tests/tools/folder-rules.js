import importRules from "./import-rules.cjs";

/** No rings of folders. Apart from import-rules.cjs, because tests may look anywhere and would close every ring. */
const tests = ["^(build|data|tests)/", "\\.(test|sample)\\.tsx?$"];

/** Lists of names that rooms are checked against, as types. */
const namesOfFrontDoor = "^app/(islands|permissions)\\.ts$";

export default {
  forbidden: [
    {
      name: "no-rings-of-folders",
      scope: "folder",
      severity: "error",
      comment: "Move what both need to the room that owns it, or hand it in from the front door.",
      from: {},
      to: { circular: true },
    },
  ],
  options: { ...importRules.options, exclude: { path: [...tests, namesOfFrontDoor] } },
};
