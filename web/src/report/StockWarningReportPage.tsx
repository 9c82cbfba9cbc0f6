import { BulbOutlined, ShoppingCartOutlined } from '@ant-design/icons';
import { replenishmentPage, stockWarningTable } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { documentKinds } from '@tradehouse/domain';
import type { ReactNode } from 'react';
import { language } from '../app/session/language.ts';
import { useMay } from '../app/settings/permission.ts';
import { useTabActions } from '../app/tabs/tabs.ts';
import { begunAddress } from '../document/draft/begun.ts';
import type { BegunLine } from '../document/draft/begun.ts';
import { urlWithFilters } from '../list/filters/filterState.ts';
import { Explained } from '../list/report/explain.tsx';
import type { Drill } from '../list/report/reportPage.tsx';
import { Report } from '../list/report/reportPage.tsx';
import { t } from '../phrase/index.ts';
import type { ListAction } from '../record/listTypes.ts';

type StockWarningReportRow = RowOf<typeof stockWarningTable>;

const drills = {
  stock: ({ productId, warehouseId, name }: StockWarningReportRow): Drill => ({
    title: `${t('explain.title')} · ${name ?? ''}`,
    width: 1400,
    content: () => (
      <Explained productId={productId ?? ''} about="stock" warehouses={[warehouseId ?? '']} />
    ),
  }),
};

const documentLineFromWarning = ({
  barcode,
  suggestedIn,
  warehouseId,
}: StockWarningReportRow): BegunLine => ({
  barcode: barcode ?? '',
  quantity: suggestedIn ?? '',
  warehouseId: warehouseId ?? '',
  lot: '',
  expiry: '',
  stockType: 'formal',
});

/** Returns actions that open the proposal, or request or order short goods in the suggested quantity. */
function useStockWarningActions(): readonly ListAction<StockWarningReportRow>[] {
  const may = useMay();
  const { open } = useTabActions();
  const proposal: ListAction<StockWarningReportRow> = {
    key: 'proposal',
    label: t('replenish.open'),
    icon: <BulbOutlined aria-hidden />,
    needs: 'one',
    run: ([row]) => {
      const filters = { materialId: row?.productId };
      const words = { materialId: row?.name ?? '' };
      // The goods are shown even if nothing is to buy.
      open(`${urlWithFilters(replenishmentPage, filters, words)}&needed=`);
      return false;
    },
  };
  const made = (['purchaseRequest', 'purchaseOrder'] as const).flatMap((code) => {
    const { url, name } = documentKinds[code];
    if (url === null || !may(url, '1')) return [];
    return [
      {
        key: code,
        label: t('document.convert', { kind: name[language].toLocaleLowerCase() }),
        icon: <ShoppingCartOutlined aria-hidden />,
        needs: 'some',
        fits: ({ suggestedIn }) => Number(suggestedIn) > 0,
        run: (rows) => {
          open(begunAddress(url, rows.map(documentLineFromWarning)));
          return false;
        },
      } satisfies ListAction<StockWarningReportRow>,
    ];
  });
  return may(replenishmentPage) ? [proposal, ...made] : made;
}

/** Lists goods below or above the safety stock, with actions. */
export default function StockWarningReport(): ReactNode {
  return <Report table={stockWarningTable} actions={useStockWarningActions()} drills={drills} />;
}
