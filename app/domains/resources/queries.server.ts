export { copyResource } from "./copy.server";
export { stepResource } from "./order.server";
export { changeResource, createResource, deleteResources, restoreResource, updateResource } from "./records.server";
export { authorisedResources, findResource, resourceSource, resourceTree } from "./source.server";
