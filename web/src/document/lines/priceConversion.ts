/** Conversion of proposed prices into another currency: due until a look-up has answered. */
export interface PriceConversion {
  /** Converts after a pause; a later call replaces an earlier one. */
  readonly schedule: (milliseconds: number) => void;
  /** Forgets a conversion that is due: the form holds another document. */
  readonly cancel: () => void;
  /** Converts at once if due, also after a failure. Answers false if prices are still not converted. */
  readonly settle: () => Promise<boolean>;
}

/** `tellFailed` learns at once if the prices could not be converted. */
export function createPriceConversion(
  convert: () => Promise<void>,
  tellFailed: (isFailed: boolean) => void = () => undefined,
): PriceConversion {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isDue = false;
  let turn = 0;
  const run = async (): Promise<void> => {
    clearTimeout(timer);
    turn += 1;
    // A later change of the currency leaves its own conversion due.
    const mine = turn;
    try {
      await convert();
      if (mine !== turn) return;
      isDue = false;
      tellFailed(false);
    } catch {
      // Still due: the next save converts again, and is refused where the look-up fails again.
      if (mine === turn) tellFailed(true);
    }
  };
  const stop = (): void => {
    clearTimeout(timer);
    turn += 1;
    tellFailed(false);
  };
  return {
    schedule: (milliseconds) => {
      stop();
      isDue = true;
      timer = setTimeout(() => void run(), milliseconds);
    },
    cancel: () => {
      stop();
      isDue = false;
    },
    settle: async () => {
      if (isDue) await run();
      return !isDue;
    },
  };
}
