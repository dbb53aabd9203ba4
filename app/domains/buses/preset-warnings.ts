export interface PresetPerson {
  postType: number;
  personState: number;
  licenseClass: string | null;
  licenseExpire: string | null;
  sameOrg: boolean;
  /** The own numbers of other buses that the person drives by default. */
  drives?: string;
}

const driverPost = 1;
const left = 100;
const onLeave = 10;
/** What a driver of a bus must hold at least one of. */
const busLicences = ["A1", "A3"];

/** What speaks against staffing a bus with a person, in words; it is for the dispatcher to decide. */
export function presetWarnings(
  { postType, personState, licenseClass, licenseExpire, sameOrg, drives }: PresetPerson,
  today: string,
): string[] {
  const driver = postType === driverPost;
  return [
    personState === left && "已离职",
    personState === onLeave && "请假中",
    !driver && "不是驾驶员岗位",
    driver && licenseExpire !== null && licenseExpire < today && `驾驶证已于 ${licenseExpire} 过期`,
    driver && licenseExpire === null && "没有登记驾驶证有效期",
    driver &&
      licenseClass !== null &&
      !busLicences.some((held) => licenseClass.includes(held)) &&
      `准驾车型 ${licenseClass}，不能驾驶公交车`,
    !sameOrg && "属于其他机构",
    drives !== undefined && `是车辆 ${drives} 的固定驾驶员`,
  ].filter((warning) => warning !== false);
}
