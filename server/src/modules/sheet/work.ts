import type { SheetId } from '@tradehouse/contract';
import type { RawBuilder } from 'kysely';
import type { Context } from '../../kernel/index.ts';
import { countWork } from './countWork.ts';
import { openingWork } from './openingWork.ts';
import { exchangeRateWork } from './exchangeRateWork.ts';
import { listPriceWork } from './listPriceWork.ts';
import { partnerWork } from './partnerWork.ts';
import { productWork } from './productWork.ts';
import { relationWork } from './relationWork.ts';
import type { SheetImport } from './sheetImport.ts';
import type { RowRule } from './staging.ts';

/** Tells how far it came, and stops here when no one wants it any more. */
export type Progress = (rows: number) => Promise<void>;

/** What a sheet does beyond reading: its rules over all rows, what there is now, writing and taking back. */
export interface SheetWork {
  readonly rule: RowRule;
  /** Finds the records that rows mean and what is wrong between rows and books. */
  readonly check: (context: Context, at: SheetImport) => Promise<void>;
  /** What there is now of the records that rows mean: row, version, fields written as cells are. */
  readonly present: (context: Context, at: SheetImport) => RawBuilder<unknown>;
  readonly write: (context: Context, at: SheetImport, progress: Progress) => Promise<void>;
  readonly undo: (context: Context, at: SheetImport, progress: Progress) => Promise<void>;
  /** Every record there is, as a template that is filled shows it: fields written as cells are. */
  readonly all: (context: Context, fields: readonly string[]) => RawBuilder<unknown>;
}

export const works: Readonly<Record<SheetId, SheetWork>> = {
  products: productWork,
  openingStock: openingWork,
  suppliers: partnerWork('supplier'),
  customers: partnerWork('customer'),
  members: partnerWork('member'),
  counts: countWork,
  exchangeRates: exchangeRateWork,
  listPrices: listPriceWork,
  productRelations: relationWork,
};
