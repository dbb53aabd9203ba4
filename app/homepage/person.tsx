import { Facts, Section } from "~/kit/page/screens";

interface Person {
  userAccount: string;
  userName: string;
  isSuper: boolean;
  roles: { roleName: string }[];
  workDate: string;
}

export function PersonFacts({ person }: { person: Person }) {
  const roles = person.isSuper ? "超级用户" : person.roles.map((role) => role.roleName).join("、");
  return (
    <Section title="用户信息">
      <Facts
        facts={[
          { label: "账号", value: person.userAccount, wide: true },
          { label: "姓名", value: person.userName, wide: true },
          { label: "角色", value: roles, wide: true },
          { label: "工作日期", value: person.workDate, wide: true },
        ]}
      />
    </Section>
  );
}
