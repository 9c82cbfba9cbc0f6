/** Minutes between one try and the next: a receiver that is down for a weekend still hears of what happened. */
const PAUSES = [1, 5, 30, 120, 360, 720, 1440, 1440];

/** How long something waits that was sent so often in vain, in minutes; null: it is given up. */
export const pauseAfter = (tries: number): number | null => PAUSES[tries - 1] ?? null;

/** How long nothing may have been accepted, in hours, before nothing more is sent. */
export const MOST_HOURS_FAILING = 48;
