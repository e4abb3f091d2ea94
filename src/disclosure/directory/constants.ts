/** Most tokens of a directory, whatever the window. About 400 names, or 130 names with a description. */
export const MAX_DIRECTORY_TOKENS = 4_000;
/** … and at most this share of the context window, in percent. */
export const DIRECTORY_WINDOW_SHARE = 2.5;
/** A window that nobody told (SPEC A1). */
export const UNKNOWN_WINDOW = 200_000;

/** Characters of a tool's description in the directory. */
export const MAX_ENTRY_DESCRIPTION = 90;
/** Characters of a server's name. */
export const MAX_SERVER_LABEL = 48;

/**
 * What one server may take grows in steps of a fourth of an octave (8, 10, 11, 13, 16, …), so that most additions to a
 * catalog leave the share of all others where it was.
 */
export const STEPS_PER_OCTAVE = 4;
