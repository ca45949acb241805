export const PAGE_SIZE = 20;
/** How many animals a page for adopters has. It fills complete rows of two, three or four cards. */
export const CARDS_PAGE_SIZE = 24;
export const MAX_PAGE_SIZE = 100;
