import type { ReplyOf, priceLists } from '@tradehouse/contract';
import { priceAdjustments } from '@tradehouse/contract';
import type { PriceListBase } from '@tradehouse/domain';
import { decimal, findOverlappingTerms, hasDaysReversed } from '@tradehouse/domain';
import { PlusOutlined } from '@ant-design/icons';
import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import { callEndpoint } from '../app/net/client.ts';
import { getNotices } from '../app/notices.ts';
import { ChosenTable } from '../control/ChosenTable.tsx';
import { ownPriceText } from '../control/currency.ts';
import { DatePicker } from '../control/DatePicker.tsx';
import { IconButton } from '../control/IconButton.tsx';
import { stableRowKey } from '../control/stableRows.ts';
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

/** Term of a price that holds for any quantity and day. */
const anyTime = { minimumQuantity: '0', firstDay: null, lastDay: null } as const;

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
    : [
        ...lines,
        ...fresh.map(({ oldPrice, ...row }) => ({
          ...row,
          usual: oldPrice,
          price: '',
          ...anyTime,
        })),
      ];
}

const isNotNegative = (text: string | null): text is string =>
  text !== null && isDecimal(text) && !text.startsWith('-');

/** Describes the first line with an unreadable figure, or two prices for one quantity and day; null: none. */
export function findListPriceProblem(lines: readonly ListPriceLine[]): string | null {
  const unpriced = lines.findIndex(({ price }) => !isNotNegative(price));
  if (unpriced >= 0) return t('priceList.missing', { line: unpriced + 1 });
  const uncounted = lines.findIndex(
    ({ minimumQuantity }) => minimumQuantity !== '' && !isNotNegative(minimumQuantity),
  );
  if (uncounted >= 0) return t('priceList.noQuantity', { line: uncounted + 1 });
  const reversed = lines.findIndex(hasDaysReversed);
  if (reversed >= 0) return t('priceList.daysReversed', { line: reversed + 1 });
  const pair = findOverlappingTerms(
    lines.map((line) => ({ ...line, minimumQuantity: decimal(line.minimumQuantity || '0') })),
  );
  return pair === null ? null : t('priceList.overlap', { line: pair[1] + 1, other: pair[0] + 1 });
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
      rowKey={stableRowKey}
      columns={columnsOfListPrices(chosen.put, (line) =>
        chosen.change(withFurtherPrice(lines, line)),
      )}
      none={t('priceList.none')}
      width={1100}
    >
      <div className="price-list-adding gap-below">
        <GoodsChooser onWanted={(wanted) => void add(wanted)} />
      </div>
    </ChosenTable>
  );
}

/** Adds a further price of a line's goods below the line, for another quantity or other days. */
function withFurtherPrice(
  lines: readonly ListPriceLine[],
  line: ListPriceLine,
): readonly ListPriceLine[] {
  const at = lines.indexOf(line) + 1;
  return [...lines.slice(0, at), { ...line, price: '' }, ...lines.slice(at)];
}

/** Returns the days of a price as a column. */
const daysColumn = (put: ChosenRows<ListPriceLine>['put']): EntryColumn<ListPriceLine> => ({
  title: t('priceList.days'),
  dataIndex: 'firstDay',
  width: 250,
  render: (_, line) => (
    <DatePicker.RangePicker
      aria-label={`${t('priceList.days')} ${line.barcode}`}
      allowEmpty={[true, true]}
      value={[toPickedDay(line.firstDay), toPickedDay(line.lastDay)]}
      onChange={(days) =>
        put(line, {
          firstDay: days?.[0]?.format('YYYY-MM-DD') ?? null,
          lastDay: days?.[1]?.format('YYYY-MM-DD') ?? null,
        })
      }
    />
  ),
});

const toPickedDay = (day: string | null): dayjs.Dayjs | null => (day === null ? null : dayjs(day));

function columnsOfListPrices(
  put: ChosenRows<ListPriceLine>['put'],
  addFurther: (line: ListPriceLine) => void,
): EntryColumn<ListPriceLine>[] {
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
    {
      title: t('priceList.minimumQuantity'),
      dataIndex: 'minimumQuantity',
      align: 'right',
      width: 130,
      render: (quantity: string, line) => (
        <DecimalInput
          aria-label={`${t('priceList.minimumQuantity')} ${line.barcode}`}
          value={quantity}
          onChange={(next) => put(line, { minimumQuantity: next })}
        />
      ),
    },
    daysColumn(put),
    {
      title: '',
      dataIndex: 'barcodeId',
      width: 44,
      render: (_, line) => (
        <IconButton
          size="small"
          icon={<PlusOutlined aria-hidden />}
          label={t('priceList.further', { barcode: line.barcode })}
          onClick={() => addFurther(line)}
        />
      ),
    },
  ];
}
