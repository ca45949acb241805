/**
 * The first part of the query keys of each slice. They are here, so that a slice can refetch the data of others without
 * importing their queries.
 */
export const QUERY_ROOTS = {
  applications: ["applications"],
  orders: ["orders"],
  overview: ["overview"],
  pets: ["pets"],
} as const;
