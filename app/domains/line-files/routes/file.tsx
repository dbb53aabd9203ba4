import { headLoader } from "~/kit/page/screens/head-loader.server";
import { fileHead } from "../file-head.server";

export { ObjectLayout as default, ThrownErrorPage as PageError } from "~/kit/page/screens/object-layout";

export const loader = headLoader(fileHead);
