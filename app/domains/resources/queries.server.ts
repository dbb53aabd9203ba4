export { copyResource } from "./copy.server";
export { stepResource } from "./order.server";
export { changeResource, createResource, deleteResources, restoreResource, updateResource } from "./records.server";
export {
  allResources,
  authorisedResources,
  findResource,
  listResources,
  resourceSource,
  resourceTree,
  resourceUses,
} from "./source.server";
