import type { ComponentType } from 'react';
import { lazy, useState } from 'react';

/** A component that has a file of its own. */
export interface Apart<Props> {
  readonly Part: ComponentType<Props>;
  /** Fetches the file before it is drawn. */
  readonly load: () => Promise<void>;
}

/**
 * A part of the program in a file of its own. One that was fetched ahead is drawn at once; else what stands around it waits,
 * and shows that it does: React keeps such a sight for a third of a second, however soon the file is there.
 */
export function apart<Props extends object>(
  fetched: () => Promise<{ readonly default: ComponentType<Props> }>,
): Apart<Props> {
  const Later = lazy(fetched);
  let here: ComponentType<Props> | null = null;
  return {
    Part: (props) => {
      // What was drawn first stays: another component would lose what it holds.
      const [View] = useState<ComponentType<Props>>(() => here ?? Later);
      return <View {...props} />;
    },
    load: async () => {
      here = (await fetched()).default;
    },
  };
}
