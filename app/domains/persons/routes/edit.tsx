import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { page, type ViewerCall } from "~/kit/page/http/page.server";
import { allows } from "~/kit/data/access/viewer";
import { FieldSet } from "~/kit/page/forms/form-parts";
import { EditForm } from "~/kit/room/edit-form";
import { roomForm, saveRoomForm } from "~/kit/room/served-pages.server";
import { screen } from "~/kit/page/screens";
import { editTitle } from "~/kit/room/screens";
import { personRoom } from "../room";
import { persons } from "../room.server";
import { personSource } from "../source.server";

export const handle = screen({ title: editTitle(personRoom) });

/** Whoever takes a new person on types the ID card in; later only those see it who may. */
const hasIdCard = ({ viewer, params }: ViewerCall) => !params.personUuid || allows(viewer, personRoom.may.idCard);

export const loader = page(personRoom.may.write, (call) =>
  roomForm(call, { ...persons, source: personSource(call.viewer) }, () => Promise.resolve({ idCard: hasIdCard(call) })),
);
export const action = page(personRoom.may.write, (call) =>
  saveRoomForm(call, persons, hasIdCard(call) ? personRoom.Form : FormWithoutIdCard),
);

/** For who may not see ID cards: the form has none, so that saving it leaves the stored one alone. */
const { idCard: _, ...others } = personRoom.Form.shape;
const FormWithoutIdCard = z.object(others);

export default function EditPerson() {
  const { idCard } = useLoaderData<typeof loader>();
  return (
    <EditForm room={personRoom} differently={{ jobNumber: { autoFocus: true } }}>
      {({ inputs, picture, others }) => (
        <>
          <FieldSet title="基本信息">
            {inputs("jobNumber", "name", "orgId", "postUuid", "personState", "isValid")}
          </FieldSet>
          <FieldSet title="个人资料">
            {idCard && inputs("idCard")}
            {inputs("birthday", "sex", "phone", "icCard", "entryDate", "leaveDate")}
            {picture}
          </FieldSet>
          <FieldSet title="证件">
            {inputs("licenseNo", "licenseClass", "licenseExpire", "qualificationNo", "qualificationExpire")}
          </FieldSet>
          {others("remark")}
        </>
      )}
    </EditForm>
  );
}
