import type { ReplyOf, promotions } from '@tradehouse/contract';
import { priceAdjustments } from '@tradehouse/contract';
import { decimal } from '@tradehouse/domain';
import type { ReactNode } from 'react';
import { callEndpoint } from '../app/net/client.ts';
import { getNotices } from '../app/notices.ts';
import { ChosenTable } from '../control/ChosenTable.tsx';
import { DecimalInput, isDecimal } from '../control/DecimalInput.tsx';
import type { EntryColumn } from '../control/EntryTable.tsx';
import { GoodsChooser } from '../control/GoodsChooser.tsx';
import type { GoodsQuery } from '../control/GoodsChooser.tsx';
import { pricedColumns } from '../control/pricedColumns.tsx';
import { useChosenRows } from '../control/useChosenRows.ts';
import { t } from '../phrase/index.ts';
import './priceList.css';

export type PromotionGoodsLine = ReplyOf<typeof promotions.infoCall>['goods'][number];

interface Props {
  /** True: the quantities of goods in a set are asked for. */
  readonly counted: boolean;
  readonly value?: readonly PromotionGoodsLine[];
  readonly onChange?: (lines: readonly PromotionGoodsLine[]) => void;
}

/** Every quantity must be above zero. */
export const goodsCounted = {
  validator: async (_: unknown, goods: readonly PromotionGoodsLine[] = []): Promise<void> => {
    const at = goods.findIndex(({ quantity }) => !isDecimal(quantity) || decimal(quantity).lte(0));
    if (at >= 0) throw new Error(t('promotion.noQuantity', { line: at + 1 }));
  },
};

/** Chooses the goods of a promotion: single goods, or those of a category or brand. */
export function PromotionGoods({ counted, value: lines = [], onChange }: Props): ReactNode {
  const chosen = useChosenRows('goods', lines, onChange);
  const add = async (wanted: GoodsQuery): Promise<void> => {
    const rows = await callEndpoint(priceAdjustments.candidates, { price: 'sale', ...wanted });
    if (rows.length === 0) getNotices().message.info(t('price.noRows'));
    const known = new Set(lines.map(({ barcodeId }) => barcodeId));
    const fresh = rows.filter(({ barcodeId }) => !known.has(barcodeId));
    if (fresh.length === 0) return;
    chosen.change([
      ...lines,
      ...fresh.map(({ barcodeId, barcode, productName, attributes, unit, oldPrice }) => ({
        barcodeId,
        barcode,
        productName,
        attributes,
        unit,
        salePrice: oldPrice,
        quantity: '1',
      })),
    ]);
  };
  const quantity: EntryColumn<PromotionGoodsLine> = {
    title: t('promotion.quantity'),
    dataIndex: 'quantity',
    align: 'right',
    width: 150,
    render: (text: string, line) => (
      <DecimalInput
        aria-label={`${t('promotion.quantity')} ${line.barcode}`}
        value={text}
        onChange={(next) => chosen.put(line, { quantity: next })}
      />
    ),
  };
  return (
    <ChosenTable<PromotionGoodsLine>
      chosen={chosen}
      rowKey="barcodeId"
      columns={[
        ...pricedColumns<PromotionGoodsLine>('salePrice', t('priceList.usual')),
        ...(counted ? [quantity] : []),
      ]}
      none={t('promotion.allGoods')}
      width={700}
    >
      <div className="price-list-adding gap-below">
        <GoodsChooser onWanted={(wanted) => void add(wanted).catch(() => undefined)} />
      </div>
    </ChosenTable>
  );
}
