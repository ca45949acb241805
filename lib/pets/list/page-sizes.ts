/** How many animals a page of the list has by default. */
export const PAGE_SIZE = 20;
/** How many animals a page for adopters has. It fills complete rows of two, three or four cards. */
export const CARDS_PAGE_SIZE = 24;
/** Maximum number of animals on a page. */
export const MAX_PAGE_SIZE = 100;
