/** Registry of change listeners, with their notification. */
export function createListeners() {
  const all = new Set<() => void>();
  return {
    subscribe: (listener: () => void): (() => void) => {
      all.add(listener);
      return () => void all.delete(listener);
    },
    tell: (): void => {
      for (const listener of all) callListener(listener);
    },
  };
}

/** A failing listener is reported, without stopping the remaining listeners or the change, already made. */
function callListener(listener: () => void): void {
  try {
    listener();
  } catch (error) {
    reportError(error);
  }
}
