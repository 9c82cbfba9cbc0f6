// Tallies as tests bring them: each says only what is special about it.
import type { InputOf, TallyPart, keepTally } from '@tradehouse/contract';

type Given = InputOf<typeof keepTally>;

/** Tally of an order line; `arrived` defaults to the regular pieces. */
export const tallyPart = (line: number, counts: Partial<TallyPart>): TallyPart => ({
  line,
  arrived: counts.formal ?? '0',
  formal: '0',
  defective: '0',
  gift: '0',
  lot: '',
  expiry: null,
  serials: { formal: [], defective: [], gift: [] },
  reason: '',
  ...counts,
});

/** The first tally of an order, in a warehouse. */
export const aTally = (
  id: string,
  warehouseId: string,
  parts: TallyPart[],
  more: Partial<Given> = {},
): Given => ({
  id,
  version: 0,
  warehouseId,
  time: null,
  carrier: '',
  tracking: '',
  remark: '',
  parts,
  ...more,
});
