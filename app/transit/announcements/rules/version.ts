import { compareVersions, isFileVersion } from "../versions";
import type { Rule } from "./examined";

export const versionRule: Rule = ({ input: { fileVersion, lastVersion } }) => {
  const path = "fileVersion";
  if (!isFileVersion(fileVersion))
    return [{ path, message: `版本号“${fileVersion}”不合规则，请填写 1 到 16 个英文字母、数字或符号` }];
  return lastVersion !== undefined && compareVersions(fileVersion, lastVersion) <= 0
    ? [{ path, message: `版本号 ${fileVersion} 没有大于上一版 ${lastVersion}，请改用更大的版本号` }]
    : [];
};
