import type { MissingRecords, SheetId } from '@tradehouse/contract';
import type { RawBuilder } from 'kysely';
import type { Context } from '../../kernel/access/index.ts';
import { countWork } from './countWork.ts';
import { openingDebtWork } from './openingDebtWork.ts';
import { openingWork } from './openingWork.ts';
import { exchangeRateWork } from './exchangeRateWork.ts';
import { listPriceWork } from './listPriceWork.ts';
import { partnerWork } from './partnerWork.ts';
import { productWork } from './productWork.ts';
import { relationWork } from './relationWork.ts';
import type { SheetImportState } from './sheetImport.ts';
import type { RowRule } from './staging.ts';

/** Reports progress; stops the work after a cancellation. */
export type ImportProgress = (rows: number) => Promise<void>;

/** Work of a sheet beyond reading: rules over all rows, current records, write and undo. */
export interface SheetWork {
  readonly rule: RowRule;
  /** Finds records meant by rows, and faults between rows and books. */
  readonly check: (context: Context, at: SheetImportState) => Promise<void>;
  /** Missing records named by rows, added on request; absent: none. */
  readonly missing?: (context: Context, at: SheetImportState) => Promise<readonly MissingRecords[]>;
  /** Current records meant by rows: row, version, fields in the notation of cells. */
  readonly present: (context: Context, at: SheetImportState) => RawBuilder<unknown>;
  readonly write: (
    context: Context,
    at: SheetImportState,
    progress: ImportProgress,
  ) => Promise<void>;
  readonly undo: (
    context: Context,
    at: SheetImportState,
    progress: ImportProgress,
  ) => Promise<void>;
  /** Every record, for a filled template: fields in the notation of cells. */
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
  openingDebts: openingDebtWork,
};
