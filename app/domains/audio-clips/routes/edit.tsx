import { useLoaderData } from "@remix-run/react";
import { FieldSet } from "~/kit/page/forms/form-parts";
import { page } from "~/kit/page/http/page.server";
import { Island } from "~/kit/page/islands/island";
import { screen } from "~/kit/page/screens";
import { EditForm } from "~/kit/room/edit-form";
import { roomForm, saveRoomForm } from "~/kit/room/served-pages.server";
import { editTitle } from "~/kit/room/screens";
import { languages } from "~/transit/announcements/words";
import { Player } from "../player";
import { audioRoom } from "../room";
import { audioClips } from "../room.server";

export const handle = screen({ title: editTitle(audioRoom) });
export const loader = page(audioRoom.may.write, (call) =>
  roomForm(call, audioClips, () => Promise.resolve({ asked: askedOf(call.url) })),
);
export const action = page(audioRoom.may.write, (call) => saveRoomForm(call, audioClips));

/** What a page that lacks a clip asks for. */
function askedOf({ searchParams }: URL) {
  const [text, language] = ["text", "language"].map((name) => searchParams.get(name));
  if (!text) return undefined;
  return {
    audioName: text.slice(0, 64),
    text: text.slice(0, 500),
    ...(language && language in languages && { language }),
  };
}

export default function EditAudioClip() {
  const { record, asked } = useLoaderData<typeof loader>();
  return (
    <EditForm room={audioRoom} start={asked}>
      {({ inputs, others }) => (
        <>
          <FieldSet title="声音">
            {inputs("audioName", "text", "language", "voiceType", "source", "fileUuid")}
            <Island name="recordSound" props={{ field: "fileUuid" }}>
              <p className="quiet">开启 JavaScript 时可以用麦克风录音。</p>
            </Island>
            {record && <Player clip={record} />}
          </FieldSet>
          <p className="quiet">
            上传的录音会替换朗读的声音，正在使用它的地方随之更换。朗读的声音由程序合成，是机器人的声音；改了文稿、语言或声音会重新朗读。
          </p>
          <FieldSet title="用在哪里">{inputs("use", "typeUuid", "speaker", "staUuid")}</FieldSet>
          {others("audioNum", "isValid", "remark")}
        </>
      )}
    </EditForm>
  );
}
