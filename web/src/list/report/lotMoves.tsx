import { t } from '../../phrase/index.ts';
import { movesOfProduct } from './drills.tsx';
import type { Drill } from './reportPage.tsx';
import { Report } from './reportPage.tsx';

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
export const lotMoves = ({
  productId,
  skuId,
  warehouseId,
  name,
  lot,
  stockType = null,
}: InLot): Drill => ({
  title: `${t('report.ledger')} · ${name ?? ''} ${lot ?? ''}`,
  width: 1400,
  content: () => (
    <Report
      table={movesOfProduct}
      fixed={{ materialId: productId, skuId, ofLot: lot }}
      given={{
        dates: undefined,
        warehouses: [warehouseId],
        stockType: stockType === null ? undefined : [stockType],
      }}
    />
  ),
});
