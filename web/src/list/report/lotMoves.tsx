import { t } from '../../phrase/index.ts';
import type { FilterValues } from '../filters/filterState.ts';
import { movesOfProduct } from './drills.tsx';
import type { Drill } from './reportPage.tsx';
import { Report } from './reportPage.tsx';

/** Returns true for the day of a `date` filter, if set. */
export const isDay = (date: unknown): date is string => typeof date === 'string' && date !== '';

/** Range of all movements up to the day of a report; now without a day. */
export const upToDay = (date: unknown) => (isDay(date) ? [null, date] : undefined);

interface InLot {
  readonly productId: string | null;
  readonly skuId: string | null;
  readonly warehouseId: string | null;
  readonly name: string | null;
  readonly lot: string | null;
  /** Absent: of all types. */
  readonly stockType?: string | null;
}

/** All movements behind a lot's stock in a warehouse. */
export const lotMoves = (
  { productId, skuId, warehouseId, name, lot, stockType = null }: InLot,
  { applied: { date } }: { readonly applied: FilterValues },
): Drill => ({
  title: `${t('report.ledger')} · ${name ?? ''} ${lot ?? ''}`,
  width: 1400,
  content: () => (
    <Report
      table={movesOfProduct}
      fixed={{ materialId: productId, skuId, ofLot: lot }}
      given={{
        dates: upToDay(date),
        warehouses: [warehouseId],
        stockType: stockType === null ? undefined : [stockType],
      }}
    />
  ),
});
