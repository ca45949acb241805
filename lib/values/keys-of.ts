/**
 * Returns the keys of an object. TypeScript types them as strings, because an object may have more keys than its type
 * says.
 */
export const keysOf = <T extends object>(object: T) => Object.keys(object) as (keyof T & string)[];
