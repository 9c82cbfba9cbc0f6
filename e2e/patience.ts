/** Milliseconds until a step of a story counts as hanging: ten times the time of a step on a busy machine. */
export const PATIENCE = 300_000;
