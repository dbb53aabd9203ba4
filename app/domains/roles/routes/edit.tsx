import { useActionData, useLoaderData } from "@remix-run/react";
import { organisationTree } from "~/domains/organisations/queries.server";
import { allows } from "~/kit/data/access/viewer";
import { page } from "~/kit/page/http/page.server";
import { ChoiceField, RadioField } from "~/kit/page/forms/fields";
import { FieldSet } from "~/kit/page/forms/form-parts";
import { problem } from "~/kit/ground/problem";
import { EditForm } from "~/kit/room/edit-form";
import { type EditAnswer, saveAndRedirect } from "~/kit/room/save-form.server";
import { roomForm } from "~/kit/room/served-pages.server";
import { screen } from "~/kit/page/screens";
import { editTitle } from "~/kit/room/screens";
import { type TickNode, TickTree } from "~/kit/page/trees/tick-tree";
import { treeChoices } from "~/kit/page/trees/tree";
import { createRole, createRoleLike, giveableRoles, isChangeable, roleTree, updateRole } from "../queries.server";
import { dataScopes, RoleForm, roleRoom } from "../room";
import { roles } from "../room.server";
import styles from "../roles.module.css";

export const handle = screen({ title: editTitle(roleRoom) });

export const loader = page(roleRoom.may.write, (call) =>
  roomForm(call, roles, async (viewer, role) => {
    if (role && !(await isChangeable(viewer, role.roleId))) throw problem.forbidden();
    const [tree, organisations] = await Promise.all([roleTree(viewer), organisationTree(viewer)]);
    return {
      start: { parentId: call.url.searchParams.get("parentId"), copyFrom: call.url.searchParams.get("copyFrom") },
      choices: { parentId: treeChoices(tree, (one) => one.roleName, role?.roleId) },
      copied: role ? null : await giveableRoles(viewer),
      organisations: organisations.map(asTick),
    };
  }),
);

export const action = page(roleRoom.may.write, (call) =>
  saveAndRedirect(call, roleRoom, RoleForm, {
    offers: { orgIds: async (_, __, keyword) => ({ keyword, choices: [], found: 0, all: true }) },
    create: (viewer, { copyFrom, ...values }) => {
      if (copyFrom && !allows(viewer, roleRoom.may.authorise)) throw problem.forbidden();
      return copyFrom ? createRoleLike(viewer, values, copyFrom) : createRole(viewer, values);
    },
    update: (viewer, key, { copyFrom: _, ...values }, version) => updateRole(viewer, key, values, version),
  }),
);

type Organisation = Awaited<ReturnType<typeof organisationTree>>[number];
const asTick = ({ orgId, orgName, children }: Organisation): TickNode => ({
  id: orgId,
  label: orgName,
  children: children.map(asTick),
});

const roleRoomWithCopy = { ...roleRoom, Form: RoleForm };

export default function EditRole() {
  const { record, start, organisations, copied } = useLoaderData<typeof loader>();
  const { fields: declared, words } = roleRoom;
  const picks = useActionData<EditAnswer>()?.picks;
  return (
    <EditForm room={roleRoomWithCopy} start={start} differently={{ roleName: { autoFocus: true } }}>
      {({ inputs, fields, reason }) => (
        <>
          <FieldSet title="基本信息">
            {inputs("roleName", "parentId")}
            {copied && (
              <ChoiceField
                field={fields.copyFrom!}
                label="复制自角色"
                choices={copied}
                empty="（不复制，保存后授予资源）"
                hint="新角色得到那个角色现有的全部资源"
              />
            )}
            {inputs("enabled", "secondFactor", "remark")}
          </FieldSet>
          <div className={styles.scope}>
            <FieldSet title="数据范围">
              <RadioField
                field={fields.dataScope!}
                label="能看到和管理哪些机构的数据"
                choices={dataScopes}
                wide
                hint={declared.dataScope.hint}
              />
              <div className={styles.chosen}>
                <TickTree
                  field={fields.orgIds!}
                  label={words.labels.orgIds!}
                  tree={organisations}
                  alone
                  look={picks?.orgIds?.keyword}
                  hint="只在数据范围为“指定机构”时有用；勾选上级不会同时勾选下级"
                />
              </div>
            </FieldSet>
          </div>
          {record && <FieldSet title="其他">{reason}</FieldSet>}
        </>
      )}
    </EditForm>
  );
}
