/** Minutes between two tries: a receiver down for a weekend still gets the events. */
const PAUSES = [1, 5, 30, 120, 360, 720, 1440, 1440];

/** Minutes until the next try after this many failures; null: none. */
export const pauseAfter = (tries: number): number | null => PAUSES[tries - 1] ?? null;

/** Hours without an accepted delivery until a webhook is disabled. */
export const MOST_HOURS_FAILING = 48;
