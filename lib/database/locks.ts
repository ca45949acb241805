/**
 * The numbers of all advisory locks. The triggers pets_hold_id and orders_hold_id lock pairs that begin with 7305005
 * and 7305055; locks of a string are numbered by its 64-bit hash.
 */
export const LOCKS = {
  /** Held by the one owner of an embedded PostgreSQL while it lives. */
  service: 7_305_001,
  /** Lets only one process do the first start on a new database. */
  firstStart: 7_305_002,
  /** Held while migrations are applied, so that processes which start together take turns. */
  migration: 7_305_003,
  /** Held while rights are granted: PostgreSQL refuses concurrent changes of the same rights. */
  grant: 7_305_004,
  /** Held by changes with an audit entry, so that they run one after another. They are rare. */
  auditedChange: 7_305_010,
  /** Lets only one of several commands or starts add the demo data. */
  demo: 7_305_012,
  /** Held while rows are removed, by one process at a time. */
  sweep: 7_305_030,
} as const;
