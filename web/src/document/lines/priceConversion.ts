import { t } from '../../phrase/index.ts';

/** Field of the document head whose change makes proposed prices outdated. */
export type PriceCause = 'currency' | 'activityId' | 'time';

/** Notice that the prices do not follow a change of the field. */
export const unpricedText = (cause: PriceCause): string => t(notices[cause]);

const notices = {
  currency: 'editor.save.notConverted',
  activityId: 'editor.save.notPriced',
  time: 'editor.save.notOfDay',
} as const;

/** Conversion of proposed prices into another currency, pending until the server has returned prices. */
export interface PriceConversion {
  /** Converts after a pause; a later call replaces an earlier one. */
  readonly schedule: (milliseconds: number, cause?: PriceCause) => void;
  /** Drops a pending conversion, because the form shows another document. */
  readonly cancel: () => void;
  /** Runs a pending conversion now, also after a failure. Returns the field still pending, or null. */
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
