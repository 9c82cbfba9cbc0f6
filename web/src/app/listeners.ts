/** Those who want to hear of a change, and what tells them. */
export function listeners() {
  const all = new Set<() => void>();
  return {
    subscribe: (listener: () => void): (() => void) => {
      all.add(listener);
      return () => void all.delete(listener);
    },
    tell: (): void => {
      for (const listener of all) heard(listener);
    },
  };
}

/** A listener that fails is told of, and holds up neither the others nor who made the change: that is made already. */
function heard(listener: () => void): void {
  try {
    listener();
  } catch (error) {
    reportError(error);
  }
}
