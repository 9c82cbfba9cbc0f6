/** Milliseconds that a story waits at most for what happens: a browser on a busy machine takes its time. */
export const PATIENCE = 60_000;
