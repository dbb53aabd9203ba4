export { comingPackages } from "./coming.server";
export { packageNotices } from "./notices.server";
export { bringIntoForce, startChangePackages } from "./put-in-force.server";
