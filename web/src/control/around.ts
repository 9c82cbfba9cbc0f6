/** Nearest ancestor of an event's target that matches the selector; null if none. */
export const closestElement = (target: EventTarget, selector: string): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>(selector) : null;
