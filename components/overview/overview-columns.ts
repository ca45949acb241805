/**
 * The classes of the grid of the overview. In a wide window, the numbers are beside the list of today, and everything
 * else is below both.
 */
export const overviewColumns = "grid grid-cols-[minmax(0,1fr)] gap-6 xl:grid-cols-[minmax(0,1fr)_21rem]";
