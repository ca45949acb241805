/** The longest text that can be searched for, in code points. */
export const MAX_SEARCH_LENGTH = 100;
