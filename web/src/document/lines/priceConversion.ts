import { t } from '../../phrase/index.ts';

/** Field of the head with an effect on proposed prices. */
export type PriceCause = 'currency' | 'activityId';

/** Text for a field: the prices ignore the field's change. */
export const unpricedText = (cause: PriceCause): string =>
  t(cause === 'activityId' ? 'editor.save.notPriced' : 'editor.save.notConverted');

/** Conversion of proposed prices into another currency: due until a look-up has answered. */
export interface PriceConversion {
  /** Converts after a pause; a later call replaces an earlier one. */
  readonly schedule: (milliseconds: number, cause?: PriceCause) => void;
  /** Forgets a conversion that is due: the form holds another document. */
  readonly cancel: () => void;
  /** Converts at once if due, also after a failure. Answers the field still due; null: none. */
  readonly settle: () => Promise<PriceCause | null>;
}

/** `tellFailed` learns at once the field of a failed conversion; null: none. */
export function createPriceConversion(
  convert: () => Promise<void>,
  tellFailed: (failed: PriceCause | null) => void = () => undefined,
): PriceConversion {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let due: PriceCause | null = null;
  let turn = 0;
  const run = async (): Promise<void> => {
    clearTimeout(timer);
    turn += 1;
    // A later change of the currency leaves its own conversion due.
    const mine = turn;
    try {
      await convert();
      if (mine !== turn) return;
      due = null;
      tellFailed(null);
    } catch {
      // Still due: the next save converts again, and is refused where the look-up fails again.
      if (mine === turn) tellFailed(due);
    }
  };
  const stop = (): void => {
    clearTimeout(timer);
    turn += 1;
    tellFailed(null);
  };
  return {
    schedule: (milliseconds, cause = 'currency') => {
      stop();
      due = cause;
      timer = setTimeout(() => void run(), milliseconds);
    },
    cancel: () => {
      stop();
      due = null;
    },
    settle: async () => {
      if (due !== null) await run();
      return due;
    },
  };
}
