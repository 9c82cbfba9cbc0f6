import type { ComponentType } from 'react';
import { lazy, useState } from 'react';

/** Component in a separate file. */
export interface LazyPart<Props> {
  readonly Part: ComponentType<Props>;
  /** Fetches the file before rendering. */
  readonly load: () => Promise<void>;
  /** Lets the next mount fetch the file again. Called after the failure is shown: React raises it twice. */
  readonly forgetFailure: () => void;
}

/**
 * Creates a component in a separate file. A prefetched component renders at once; otherwise the
 * surroundings suspend visibly: React keeps a fallback for a third of a second, even if the file arrives
 * sooner.
 */
export function createLazyPart<Props extends object>(
  fetched: () => Promise<{ readonly default: ComponentType<Props> }>,
): LazyPart<Props> {
  let Later = lazy(fetched);
  let here: ComponentType<Props> | null = null;
  return {
    Part: (props) => {
      // The first rendered component stays: another would lose its state.
      const [View] = useState<ComponentType<Props>>(() => here ?? Later);
      return <View {...props} />;
    },
    load: async () => {
      here = (await fetched()).default;
    },
    forgetFailure: () => {
      Later = lazy(fetched);
    },
  };
}
