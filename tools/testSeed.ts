import fc from 'fast-check';

// What a property draws is the same every time, so that the same code gets the same answer; `npm run soak:laws` draws
// again. A failure tells its seed: PROPERTY_SEED plays it again.

const seed = process.env['PROPERTY_SEED'] ?? '20';
const runs = process.env['PROPERTY_RUNS'];

fc.configureGlobal({
  ...(seed === 'any' ? {} : { seed: Number(seed) }),
  ...(runs === undefined ? {} : { numRuns: Number(runs) }),
});
