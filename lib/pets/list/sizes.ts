/** How many animals a page of the list has when the caller does not say. */
export const PAGE_SIZE = 20;
/** How many animals a page for adopters has: two, three and four columns of cards end in a full row. */
export const CARDS_PAGE_SIZE = 24;
/** Maximum number of animals that a page can have. */
export const MAX_PAGE_SIZE = 100;
/** Longest text that the list searches for, in code points. */
export const MAX_SEARCH_LENGTH = 100;
