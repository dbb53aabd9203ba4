export { formValuesOf, itemColumns, NodeForm, nodeLists, nodeTextColumns, playlistsOf } from "./node-form";
