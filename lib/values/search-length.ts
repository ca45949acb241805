/** In code points. */
export const MAX_SEARCH_LENGTH = 100;
