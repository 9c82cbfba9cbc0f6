import type { ReplyOf, priceLists } from '@tradehouse/contract';
import { priceAdjustments } from '@tradehouse/contract';
import type { PriceListBase } from '@tradehouse/domain';
import { decimal } from '@tradehouse/domain';
import { ConfigProvider, Form } from 'antd';
import type { ReactNode } from 'react';
import { call } from '../../app/net/client.ts';
import { notices } from '../../app/notices.ts';
import { DecimalInput, isDecimal } from '../../control/DecimalInput.tsx';
import { EntryTable } from '../../control/EntryTable.tsx';
import type { EntryColumn } from '../../control/EntryTable.tsx';
import { GoodsChooser } from '../../control/GoodsChooser.tsx';
import type { Wanted } from '../../control/GoodsChooser.tsx';
import { pricedColumns } from '../../control/pricedColumns.tsx';
import { removeColumn } from '../../control/removeColumn.tsx';
import { t } from '../../phrase/index.ts';
import './priceList.css';

export type ListPriceLine = NonNullable<ReplyOf<typeof priceLists.infoCall>['prices']>[number];

interface Props {
  /** What the list goes by: new goods are shown with what they cost by that. */
  readonly base: PriceListBase;
  readonly value?: readonly ListPriceLine[];
  readonly onChange?: (lines: readonly ListPriceLine[]) => void;
}

/** The goods that were wanted, behind those that are there already; null: none are new. */
async function added(
  lines: readonly ListPriceLine[],
  base: PriceListBase,
  wanted: Wanted,
): Promise<readonly ListPriceLine[] | null> {
  const price = base === 'none' ? 'sale' : base;
  const rows = await call(priceAdjustments.candidates, { price, ...wanted });
  if (rows.length === 0) notices().message.info(t('price.noRows'));
  const known = new Set(lines.map(({ barcodeId }) => barcodeId));
  const fresh = rows.filter(({ barcodeId }) => !known.has(barcodeId));
  return fresh.length === 0
    ? null
    : [...lines, ...fresh.map(({ oldPrice, ...row }) => ({ ...row, usual: oldPrice, price: '' }))];
}

/** What to think about: nothing is offered for less than it may be sold for. */
const warningOf = ({ price, minimumPrice }: ListPriceLine): string | null =>
  price !== null &&
  minimumPrice !== null &&
  isDecimal(price) &&
  decimal(price).lessThan(decimal(minimumPrice))
    ? t('price.belowMinimum', { minimum: minimumPrice })
    : null;

/** The prices that stand in a list: of single goods, or of those of a category or brand. */
export function ListPrices({ base, value: lines = [], onChange }: Props): ReactNode {
  const { componentDisabled: disabled = false } = ConfigProvider.useConfig();
  const form = Form.useFormInstance();
  const change = (next: readonly ListPriceLine[]): void => {
    // What was wrong is looked at again as they are saved.
    form.setFields([{ name: 'prices', errors: [] }]);
    onChange?.(next);
  };
  const add = async (wanted: Wanted): Promise<void> => {
    const next = await added(lines, base, wanted).catch(() => null);
    if (next !== null) change(next);
  };
  return (
    <>
      {disabled ? null : (
        <div className="price-list-adding gap-below">
          <GoodsChooser onWanted={(wanted) => void add(wanted)} />
        </div>
      )}
      <EntryTable<ListPriceLine>
        rowKey="barcodeId"
        pagination={lines.length > 50 ? { pageSize: 50 } : false}
        scroll={{ x: 700 }}
        dataSource={[...lines]}
        columns={columnsOf(lines, disabled, change)}
        locale={{ emptyText: t('priceList.none') }}
      />
    </>
  );
}

function columnsOf(
  lines: readonly ListPriceLine[],
  readOnly: boolean,
  onChange: (lines: readonly ListPriceLine[]) => void,
): EntryColumn<ListPriceLine>[] {
  const priced = (line: ListPriceLine, price: string): void =>
    onChange(lines.map((other) => (other === line ? { ...line, price } : other)));
  return [
    ...pricedColumns<ListPriceLine>('usual', t('priceList.usual')),
    {
      title: t('priceList.price'),
      dataIndex: 'price',
      align: 'right',
      width: 190,
      render: (price: string | null, line) => {
        const warning = warningOf(line);
        return (
          <>
            <DecimalInput
              aria-label={`${t('priceList.price')} ${line.barcode}`}
              value={price ?? ''}
              onChange={(next) => priced(line, next)}
              {...(warning === null ? {} : { status: 'warning' as const })}
            />
            {warning === null ? null : <small className="warning">{warning}</small>}
          </>
        );
      },
    },
    ...(readOnly
      ? []
      : [removeColumn<ListPriceLine>((line) => onChange(lines.filter((other) => other !== line)))]),
  ];
}
