import fc from 'fast-check';

/** Path of the failed history of a seed, from the failure message. */
const PATH = process.env['MODEL_PATH'];

/** Plays random histories until one fails; the failure states how to repeat the history. */
export async function playHistories<T>(
  property: fc.IAsyncProperty<T>,
  histories: number,
): Promise<void> {
  const played = PATH === undefined ? { numRuns: histories } : { numRuns: 1, path: PATH };
  const { failed, seed, counterexamplePath, errorInstance } = await fc.check(property, {
    endOnFailure: true,
    ...played,
  });
  const again = `PROPERTY_SEED=${seed} MODEL_PATH=${counterexamplePath ?? ''} plays it again`;
  if (failed) throw new Error(again, { cause: errorInstance });
}
