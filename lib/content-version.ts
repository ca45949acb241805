import { singleton } from "./process/singleton";

const version = singleton("content.version", () => ({ current: 0 }));

/**
 * Increases whenever this process stores something that pages show. Cached pages of an earlier version are outdated.
 */
export const contentVersion = (): number => version.current;

/** Records that something that pages show was stored. */
export function contentChanged(): void {
  version.current++;
}
