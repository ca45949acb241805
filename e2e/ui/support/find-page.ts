/** The cards of the list itself. */
export const cards = "[data-part=card]:not([data-part=nearest] *)";
/** The cards below it, of animals that the list does not contain. */
export const nearest = "[data-part=nearest] [data-part=card]";
