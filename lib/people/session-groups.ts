/** A session of a person, as their account shows it. Times are ISO strings. */
export type ShownSession = {
  id: string;
  isThis: boolean;
  device: string;
  address: string | null;
  since: string;
  lastUsedAt: string;
};

/** Sessions that look alike to their person: on the same kind of device, with the same IP address. */
export type SessionGroup = { latest: ShownSession; ids: readonly string[] };

/**
 * Groups sessions that look alike, except for this one, which comes first. Expects the most recently used ones first.
 */
export function groupSessions(sessions: readonly ShownSession[]): SessionGroup[] {
  const groups = Map.groupBy(sessions, ({ isThis, device, address }) => JSON.stringify([isThis, device, address]));
  return [...groups.values()]
    .flatMap(([latest, ...others]) => (latest ? [{ latest, ids: [latest, ...others].map(({ id }) => id) }] : []))
    .sort((one, other) => Number(other.latest.isThis) - Number(one.latest.isThis));
}
