/**
 * The classes of a control that does nothing without scripts. Until scripts have arrived it is invisible but keeps its
 * space, so that nothing moves. Where scripts do not run, it takes no space.
 */
export const needsScripts = "unready:invisible noscript:hidden";
