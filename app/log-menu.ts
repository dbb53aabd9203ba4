import { auditUrl, may as audit } from "~/domains/change-audit/policy";
import { analysisUrl, jobsUrl, loginsUrl, may, requestsUrl } from "~/domains/logs/policy";
import { mayPurge, type MenuResource, type ScreenResource } from "~/kit/room/menu-place";

const log = (
  resourceName: string,
  title: string,
  path: string,
  icon: string,
  permission: string = may.read,
): ScreenResource => ({
  resourceName,
  title,
  path,
  icon,
  permission,
  buttons: [],
});

export const logMenu: MenuResource = {
  resourceName: "Log",
  title: "日志",
  icon: "log",
  screens: [
    log("FeatureVisitLog", "功能访问日志", requestsUrl, "visit"),
    log("LogAnalysis", "日志分析图表", analysisUrl, "chart"),
    log("SystemTaskLog", "系统任务日志", jobsUrl, "task"),
    log("UserLoginLog", "用户登录日志", loginsUrl, "login"),
    {
      ...log("ChangeAudit", "变更审计", auditUrl, "audit", audit.read),
      buttons: [{ permission: mayPurge, title: "彻底删除回收站的记录" }],
    },
  ],
};
