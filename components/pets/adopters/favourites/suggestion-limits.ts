/** Up to this many favourites, their page has suggestions below them. */
export const MAX_WITH_SUGGESTIONS = 4;
/** Maximum number of suggestions. */
export const SUGGESTED = 4;
