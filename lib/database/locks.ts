/** Pairs of advisory locks that begin with these are held on ids (migrations/0001_schema, settled_id). */
export const HELD_IDS = { pets: 7_305_005, orders: 7_305_055, changeSets: 7_305_065 } as const;

/** The other advisory locks. Locks of a string are numbered by its 64-bit hash. */
export const LOCKS = {
  /** The one owner of an embedded PostgreSQL. */
  service: 7_305_001,
  /** One process does the first start. */
  firstStart: 7_305_002,
  /** Processes that start together take turns. */
  migration: 7_305_003,
  /** PostgreSQL refuses concurrent changes of the same rights. */
  grant: 7_305_004,
  /** Changes with an audit entry run one after another. They are rare. */
  auditedChange: 7_305_010,
  /** Commands that give animals references run one after another. */
  references: 7_305_011,
  demo: 7_305_012,
  sweep: 7_305_030,
} as const;
