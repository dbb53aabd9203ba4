/** In the place of what belongs to an organisation beyond the viewer's. */
export const outside = "（您的机构范围以外）";
export const outsideInShort = "（范围外）";
