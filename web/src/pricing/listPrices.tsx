import type { ReplyOf, priceLists } from '@tradehouse/contract';
import { priceAdjustments } from '@tradehouse/contract';
import type { PriceListBase } from '@tradehouse/domain';
import { decimal } from '@tradehouse/domain';
import type { ReactNode } from 'react';
import { callEndpoint } from '../app/net/client.ts';
import { getNotices } from '../app/notices.ts';
import { ChosenTable } from '../control/ChosenTable.tsx';
import { ownPriceText } from '../control/currency.ts';
import { DecimalInput, isDecimal } from '../control/DecimalInput.tsx';
import type { EntryColumn } from '../control/EntryTable.tsx';
import { GoodsChooser } from '../control/GoodsChooser.tsx';
import type { GoodsQuery } from '../control/GoodsChooser.tsx';
import { pricedColumns } from '../control/pricedColumns.tsx';
import { useChosenRows } from '../control/useChosenRows.ts';
import type { ChosenRows } from '../control/useChosenRows.ts';
import { t } from '../phrase/index.ts';
import './priceList.css';

export type ListPriceLine = NonNullable<ReplyOf<typeof priceLists.infoCall>['prices']>[number];

interface Props {
  /** Base of the price list: new goods are shown with the base price. */
  readonly base: PriceListBase;
  readonly value?: readonly ListPriceLine[];
  readonly onChange?: (lines: readonly ListPriceLine[]) => void;
}

/** Appends wanted goods not yet in the lines; null: none are new. */
async function appendListPriceLines(
  lines: readonly ListPriceLine[],
  base: PriceListBase,
  wanted: GoodsQuery,
): Promise<readonly ListPriceLine[] | null> {
  const price = base === 'none' ? 'sale' : base;
  const rows = await callEndpoint(priceAdjustments.candidates, { price, ...wanted });
  if (rows.length === 0) getNotices().message.info(t('price.noRows'));
  const known = new Set(lines.map(({ barcodeId }) => barcodeId));
  const fresh = rows.filter(({ barcodeId }) => !known.has(barcodeId));
  return fresh.length === 0
    ? null
    : [...lines, ...fresh.map(({ oldPrice, ...row }) => ({ ...row, usual: oldPrice, price: '' }))];
}

/** Returns a warning if the price is below the minimum sale price. */
const findListPriceWarning = ({ price, minimumPrice }: ListPriceLine): string | null =>
  price !== null &&
  minimumPrice !== null &&
  isDecimal(price) &&
  decimal(price).lessThan(decimal(minimumPrice))
    ? t('price.belowMinimum', { minimum: ownPriceText(minimumPrice) })
    : null;

/** Edits prices of single goods, or of a category's or brand's goods. */
export function ListPrices({ base, value: lines = [], onChange }: Props): ReactNode {
  const chosen = useChosenRows('prices', lines, onChange);
  const add = async (wanted: GoodsQuery): Promise<void> => {
    const next = await appendListPriceLines(lines, base, wanted).catch(() => null);
    if (next !== null) chosen.change(next);
  };
  return (
    <ChosenTable<ListPriceLine>
      chosen={chosen}
      rowKey="barcodeId"
      columns={columnsOfListPrices(chosen.put)}
      none={t('priceList.none')}
      width={700}
    >
      <div className="price-list-adding gap-below">
        <GoodsChooser onWanted={(wanted) => void add(wanted)} />
      </div>
    </ChosenTable>
  );
}

function columnsOfListPrices(put: ChosenRows<ListPriceLine>['put']): EntryColumn<ListPriceLine>[] {
  return [
    ...pricedColumns<ListPriceLine>('usual', t('priceList.usual')),
    {
      title: t('priceList.price'),
      dataIndex: 'price',
      align: 'right',
      width: 190,
      render: (price: string | null, line) => {
        const warning = findListPriceWarning(line);
        return (
          <>
            <DecimalInput
              aria-label={`${t('priceList.price')} ${line.barcode}`}
              value={price ?? ''}
              onChange={(next) => put(line, { price: next })}
              {...(warning === null ? {} : { status: 'warning' as const })}
            />
            {warning === null ? null : <small className="warning">{warning}</small>}
          </>
        );
      },
    },
  ];
}
