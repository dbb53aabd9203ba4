import { data } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { giveableRoles } from "~/domains/roles/queries.server";
import { organisationChoices } from "~/domains/organisations/queries.server";
import { allows } from "~/kit/data/access/viewer";
import { page } from "~/kit/page/http/page.server";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { loadPicks } from "~/kit/room/offers.server";
import { loadFormPage } from "~/kit/room/pages.server";
import { saveForm } from "~/kit/room/save-form.server";
import { settings } from "~/kit/ground/settings.server";
import { recordUrl } from "~/kit/room/room";
import { screen } from "~/kit/page/screens";
import { EditScreen, editTitle, useEditing } from "~/kit/room/screens";
import { UserFields } from "../fields";
import { IssuedPassword } from "../issued-password";
import { createUserWithRoles, findUser, offerPersons, refuseChief, updateUser } from "../queries.server";
import { userRoom } from "../room";
import { UserForm } from "../schema";

export const handle = screen({ title: editTitle(userRoom) });

const offers = { personUuid: offerPersons };

export const loader = page(userRoom.may.write, (call) =>
  loadFormPage(call, userRoom, findUser, async (viewer, user) => {
    if (user) refuseChief(viewer, user);
    const [organisations, picks] = await Promise.all([organisationChoices(viewer), loadPicks(viewer, offers, user)]);
    const { searchParams: asked } = call.url;
    return {
      organisations,
      picks,
      chief: viewer.isSuper,
      limited: viewer.orgScope !== "all",
      roles: !user && allows(viewer, userRoom.may.authorise) ? await giveableRoles(viewer) : [],
      start: { orgId: asked.get("orgId"), roleIds: asked.getAll("roleIds") },
    };
  }),
);

export const action = page(userRoom.may.write, async (call) => {
  let password: string | null = null;
  let begun: string[] = [];
  const done = await saveForm(call, userRoom, UserForm, {
    async create(viewer, { roleIds, ...values }) {
      begun = roleIds;
      const { password: issued, ...user } = await createUserWithRoles(viewer, values, roleIds);
      password = issued;
      return user;
    },
    update: (viewer, key, { roleIds: _, ...values }, version) => updateUser(viewer, key, values, version),
    offers,
  });
  if (!done.saved) return done.answer;
  const to = recordUrl(userRoom, done.saved);
  // The password goes into this answer and nowhere else: no address, no cookie, no log could forget it.
  if (password)
    return data({
      issued: {
        title: `已保存用户 ${done.saved.userName}`,
        userAccount: done.saved.userAccount,
        password: password as string,
        doneTo: to,
        moreTo: `${userRoom.url}/new?${new URLSearchParams([["orgId", done.saved.orgId ?? ""], ...begun.map((key) => ["roleIds", key])])}`,
        days: settings().FIRST_PASSWORD_DAYS,
      },
    });
  const again = !call.params.userId && "。密码只显示一次，没有看到时请重置密码";
  return redirectWith(call.request, `已保存用户 ${done.saved.userName}${again || ""}`, to);
});

export default function EditUser() {
  const answer = useActionData<typeof action>();
  const editing = useEditing<typeof loader>();
  if (answer && "issued" in answer) return <IssuedPassword {...answer.issued} />;
  return (
    <EditScreen room={userRoom}>
      <UserFields {...editing} />
    </EditScreen>
  );
}
