import { oneOf } from './draw.ts';
import type { Sale } from './posting.ts';

/** A sale that somebody saved, as it was last seen here; all clients change the same ones, so now and then two mean one. */
export interface Draft {
  readonly id: string;
  readonly sale: Sale;
  version: number;
  approved: boolean;
}

/** Any of those that may be changed, which approved ones may not. */
export function oneToChange(drafts: readonly Draft[]): Draft {
  const open = drafts.filter(({ approved }) => !approved);
  if (open.length === 0) throw new Error('every sale is approved: there is none to change');
  return oneOf(open);
}
