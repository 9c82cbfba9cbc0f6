import { useState } from 'react';

interface OpenQuestion<About> {
  readonly about: About;
  /** Closes the dialog and answers the waiting action. */
  readonly answer: (given: boolean) => void;
}
type AskQuestion<About> = (about: About) => Promise<boolean>;

/** Dialog awaited by an action: its subject, null while closed, and its opener. */
export function useAsking<About>(): readonly [OpenQuestion<About> | null, AskQuestion<About>] {
  const [asked, setAsked] = useState<OpenQuestion<About> | null>(null);
  const ask: AskQuestion<About> = (about) =>
    new Promise((resolve) => {
      const answer = (given: boolean): void => {
        setAsked(null);
        resolve(given);
      };
      setAsked({ about, answer });
    });
  return [asked, ask];
}
