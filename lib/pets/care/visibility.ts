/** Which animals a list may be asked for. */
export const VISIBILITIES = ["public", "hidden"] as const;
export type ListVisibility = (typeof VISIBILITIES)[number];

/**
 * Which animals somebody sees. Visitors and pages see those that are public, the shelter all. Whatever reads animals for
 * others takes it, so that none can forget it.
 */
export type Visibility = "all" | ListVisibility;

/** A query for whoever sees these animals. With `seesCare`, a text also finds the animal with this reference. */
export type Seen<Q> = Omit<Q, "visibility"> & { visibility: Visibility; seesCare?: boolean };

export const HIDDEN = "SELECT pet_id FROM pet_care WHERE hidden IS NOT NULL";

/**
 * What follows a condition on a row of `pets`: nothing for all, so that the shelter's statements stay as they are. A
 * subquery that does not depend on the row is read once, and then looked up in memory for each of the rows that are
 * skipped, of which there may be thousands. As an array, it lets PostgreSQL begin with the few that are hidden.
 */
export const AND_SEEN: Readonly<Record<Visibility, string>> = {
  all: "",
  public: ` AND pets.id NOT IN (${HIDDEN})`,
  hidden: ` AND pets.id = ANY (ARRAY(${HIDDEN}))`,
};

/** Makes something of the condition and the end of a statement's name, for each visibility. */
export const forVisibilities = <T>(make: (andSeen: string, end: string) => T): Readonly<Record<Visibility, T>> => ({
  all: make(AND_SEEN.all, ""),
  public: make(AND_SEEN.public, "_public"),
  hidden: make(AND_SEEN.hidden, "_hidden"),
});
