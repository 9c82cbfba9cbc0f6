/** Minutes between two tries: a receiver down for a weekend still gets the events. */
const PAUSES = [1, 5, 30, 120, 360, 720, 1440, 1440];

/** Minutes until the next try after this many failures; null: none. */
export const pauseAfter = (tries: number): number | null => PAUSES[tries - 1] ?? null;

/** How long nothing may have been accepted, in hours, before nothing more is sent. */
export const MOST_HOURS_FAILING = 48;
