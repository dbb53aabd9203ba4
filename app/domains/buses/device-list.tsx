import { NamedLink } from "~/kit/page/screens/named-link";
import styles from "./buses.module.css";
import type { InstalledDevice } from "./devices.server";

export function DeviceList({ devices }: { devices: readonly InstalledDevice[] }) {
  if (devices.length === 0) return <p className="quiet">还没有绑定设备。</p>;
  return (
    <ul className={styles.list}>
      {devices.map((device) => (
        <li key={device.bindingUuid}>
          <DeviceLink device={device} />
          <span className="quiet">{device.modelName}</span>
          <OnlineMark online={device.online} />
        </li>
      ))}
    </ul>
  );
}

export function DeviceLink({ device: { devUuid, devSelfCode, living } }: { device: InstalledDevice }) {
  return living ? (
    <NamedLink href={`/device/device-management/${devUuid}`} name={devSelfCode} />
  ) : (
    <>{devSelfCode}（已删除）</>
  );
}

export function OnlineMark({ online }: { online: boolean }) {
  return (
    <span className={styles.mark} data-tone={online ? "good" : undefined}>
      {online ? "在线" : "离线"}
    </span>
  );
}
