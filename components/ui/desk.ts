/** The classes of a page with forms on the left and a list on the right. */
export const desk = "grid grid-cols-[minmax(0,1fr)] items-start gap-6 desk:grid-cols-[21rem_minmax(0,1fr)]";

/** The classes of the heading above a list. */
export const listHeading = "mb-3.5";
