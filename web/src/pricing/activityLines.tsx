import { productChoices } from '@tradehouse/contract';
import { decimal, toPlainDecimal } from '@tradehouse/domain';
import type { ReactNode } from 'react';
import { callEndpoint } from '../app/net/client.ts';
import { useSettings } from '../app/settings/settings.ts';
import { ChosenTable } from '../control/ChosenTable.tsx';
import { DecimalInput, isDecimal } from '../control/DecimalInput.tsx';
import type { EntryColumn } from '../control/EntryTable.tsx';
import { NumberText } from '../control/NumberText.tsx';
import { ReferenceSelect } from '../control/ReferenceSelect.tsx';
import type { ReferenceChoice, ChoiceSource } from '../control/ReferenceSelect.tsx';
import { WarehouseSelect } from '../control/references.tsx';
import { stableRowKey } from '../control/stableRows.ts';
import { useChosenRows } from '../control/useChosenRows.ts';
import type { ChosenRows } from '../control/useChosenRows.ts';
import { t } from '../phrase/index.ts';
import './activity.css';

/** Quantity to reserve of a product in a warehouse, in the barcode's unit. */
export interface ActivityEntry {
  readonly barcode: string;
  readonly productName: string;
  readonly warehouseId?: string | null;
  readonly warehouseName?: string;
  readonly quantity: string;
  readonly price?: string | null;
  readonly current?: string;
  readonly sold?: string;
}

interface Props {
  readonly value?: readonly ActivityEntry[];
  readonly onChange?: (lines: readonly ActivityEntry[]) => void;
}

interface BarcodeChoice extends ReferenceChoice {
  readonly barcode: string;
  readonly productName: string;
}

/** Barcodes of enabled products: an exact match comes first. */
const barcodeSource: ChoiceSource<BarcodeChoice> = {
  key: ['barcode'],
  remote: true,
  read: async (keyword) => {
    const { rows } = await callEndpoint(productChoices, { q: keyword, rows: 20 });
    return rows.map(({ id, barcode, name, standard, attributes, unit }) => {
      const productName = [name, standard, attributes, unit]
        .filter((part) => part !== '')
        .join(' ');
      return { id, barcode, productName, name: barcode, note: productName };
    });
  },
};

const isActivityAmount = (text: string): boolean => isDecimal(text) && !text.startsWith('-');

/** Every line needs a warehouse and a quantity, and a valid price. */
export const linesComplete = {
  validator: async (_: unknown, lines: readonly ActivityEntry[] = []): Promise<void> => {
    const at = lines.findIndex(
      ({ warehouseId, quantity, price }) =>
        !warehouseId || !isActivityAmount(quantity) || (price && !isActivityAmount(price)),
    );
    if (at >= 0) throw new Error(t('activity.incomplete', { line: at + 1 }));
  },
};

/** Adds goods: increases an existing line, or appends a line with the previous line's warehouse. */
function addActivityLine(
  lines: readonly ActivityEntry[],
  { barcode, productName }: BarcodeChoice,
): readonly ActivityEntry[] {
  const { warehouseId = null, warehouseName = '' } = lines.at(-1) ?? {};
  const there = lines.find(
    (line) => line.barcode === barcode && (line.warehouseId ?? null) === warehouseId,
  );
  if (there === undefined)
    return [...lines, { barcode, productName, warehouseId, warehouseName, quantity: '1' }];
  const quantity = isActivityAmount(there.quantity)
    ? toPlainDecimal(decimal(there.quantity).plus(1))
    : '1';
  return lines.map((line) => (line === there ? { ...line, quantity } : line));
}

/** Edits an activity's products, chosen or scanned, with warehouse and locked quantity. */
export function ActivityLines({ value: lines = [], onChange }: Props): ReactNode {
  const { hiddenAmounts } = useSettings();
  const chosen = useChosenRows('lines', lines, onChange);
  return (
    <ChosenTable<ActivityEntry>
      chosen={chosen}
      rowKey={stableRowKey}
      columns={columnsOfActivityLines(chosen.put, !hiddenAmounts.includes('sale'))}
      none={t('activity.none')}
      width={900}
    >
      <ReferenceSelect<BarcodeChoice>
        className="activity-adding gap-below"
        source={barcodeSource}
        aria-label={t('price.choose')}
        placeholder={t('price.choose')}
        value={null}
        onChange={(_, choice) => choice !== null && chosen.change(addActivityLine(lines, choice))}
      />
    </ChosenTable>
  );
}

function columnsOfActivityLines(
  put: ChosenRows<ActivityEntry>['put'],
  seesPrices: boolean,
): EntryColumn<ActivityEntry>[] {
  const number = (name: 'quantity' | 'price', title: string): EntryColumn<ActivityEntry> => ({
    title,
    dataIndex: name,
    align: 'right',
    width: 120,
    render: (value: string | null | undefined, line) => (
      <DecimalInput
        aria-label={`${title} ${line.barcode}`}
        value={value ?? ''}
        onChange={(next) => put(line, { [name]: next })}
      />
    ),
  });
  const countColumn = (name: 'current' | 'sold', title: string): EntryColumn<ActivityEntry> => ({
    title,
    dataIndex: name,
    align: 'right',
    width: 90,
    render: (value?: string) => <NumberText value={value ?? '0'} />,
  });
  return [
    { title: t('activity.barcode'), dataIndex: 'barcode', width: 130 },
    { title: t('editor.column.name'), dataIndex: 'productName' },
    {
      title: t('activity.warehouse'),
      dataIndex: 'warehouseId',
      width: 170,
      render: (warehouseId: string | null | undefined, line) => (
        <WarehouseSelect
          className="wide"
          aria-label={`${t('activity.warehouse')} ${line.barcode}`}
          value={warehouseId ?? null}
          name={line.warehouseName}
          onChange={(id, choice) =>
            put(line, { warehouseId: id, warehouseName: choice?.name ?? '' })
          }
        />
      ),
    },
    number('quantity', t('activity.quantity')),
    ...(seesPrices ? [number('price', t('activity.price'))] : []),
    countColumn('current', t('activity.current')),
    countColumn('sold', t('activity.sold')),
  ];
}
