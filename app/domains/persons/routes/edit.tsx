import { organisationChoices } from "~/domains/organisations/queries.server";
import { page, type ViewerCall } from "~/kit/page/http/page.server";
import { allows } from "~/kit/data/access/viewer";
import { editing, saving } from "~/kit/room/pages.server";
import { screen } from "~/kit/page/screens";
import { EditScreen, editTitle, useEditing } from "~/kit/room/screens";
import { PersonFields } from "../fields";
import { may } from "../policy";
import { createPerson, findPerson, maskedPersons, postChoices, updatePerson } from "../queries.server";
import { personRoom } from "../room";
import { PersonForm, PersonFormWithoutIdCard } from "../schema";

export const handle = screen({ title: editTitle(personRoom) });

/** Whoever takes a new person on types the ID card in; later only those see it who may. */
const hasIdCard = ({ viewer, params }: ViewerCall) => !params.personUuid || allows(viewer, may.idCard);

export const loader = page(may.write, (call) =>
  editing(call, personRoom, findPerson, async (viewer) => {
    const [orgs, posts] = await Promise.all([organisationChoices(viewer), postChoices(viewer)]);
    return { orgs, posts, idCard: hasIdCard(call) };
  }),
);
export const action = page(may.write, (call) =>
  saving(call, personRoom, hasIdCard(call) ? PersonForm : (PersonFormWithoutIdCard as typeof PersonForm), {
    create: createPerson,
    update: updatePerson,
    pictured: maskedPersons,
  }),
);

export default function EditPerson() {
  return (
    <EditScreen room={personRoom}>
      <PersonFields {...useEditing<typeof loader>()} />
    </EditScreen>
  );
}
