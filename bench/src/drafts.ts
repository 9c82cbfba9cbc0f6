import { drawOneOf } from './draw.ts';
import type { BenchSale } from './posting.ts';

/** Saved sale in its last known state. All clients share the sales, so two may pick the same. */
export interface SaleDraft {
  readonly id: string;
  readonly sale: BenchSale;
  version: number;
  approved: boolean;
}

/** Draws an unapproved sale; approved sales may not change. */
export function oneToChange(drafts: readonly SaleDraft[]): SaleDraft {
  const open = drafts.filter(({ approved }) => !approved);
  if (open.length === 0) throw new Error('every sale is approved: there is none to change');
  return drawOneOf(open);
}
