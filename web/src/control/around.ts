/** The nearest element around what an event is about that fits the selector; null where there is none. */
export const around = (target: EventTarget, selector: string): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>(selector) : null;
