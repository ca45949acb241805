/**
 * The classes of a control that does nothing without scripts. It is invisible until they have arrived, but keeps its
 * space, so that nothing moves; where they do not run, it is gone.
 */
export const needsScripts = "unready:invisible noscript:hidden";
