import { useState } from 'react';

interface Asked<About> {
  readonly about: About;
  /** Closes the dialog, and tells the one who waits. */
  readonly answer: (given: boolean) => void;
}
type Ask<About> = (about: About) => Promise<boolean>;

/** A dialog that an action waits for: what it is open for, null while it is closed, and what opens it. */
export function useAsking<About>(): readonly [Asked<About> | null, Ask<About>] {
  const [asked, setAsked] = useState<Asked<About> | null>(null);
  const ask: Ask<About> = (about) =>
    new Promise((resolve) => {
      const answer = (given: boolean): void => {
        setAsked(null);
        resolve(given);
      };
      setAsked({ about, answer });
    });
  return [asked, ask];
}
