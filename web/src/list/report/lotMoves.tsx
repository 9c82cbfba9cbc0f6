import { t } from '../../phrase/index.ts';
import { movesOfProduct } from './drills.tsx';
import type { Drill } from './reportPage.tsx';
import { Report } from './reportPage.tsx';

interface InLot {
  readonly productId: string | null;
  readonly warehouseId: string | null;
  readonly name: string | null;
  readonly lot: string | null;
}

/** The moves behind what lies of a lot in a warehouse. */
export const lotMoves = ({ productId, warehouseId, name, lot }: InLot): Drill => ({
  title: `${t('report.ledger')} · ${name ?? ''} ${lot ?? ''}`,
  width: 1400,
  content: () => (
    <Report
      table={movesOfProduct}
      fixed={{ materialId: productId }}
      given={{ warehouses: [warehouseId], lot }}
    />
  ),
});
