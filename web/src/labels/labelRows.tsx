import { BarcodeOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { labelPrices, MOST_COPIES } from '@tradehouse/contract';
import type { LabelPrice } from '@tradehouse/contract';
import { Button, Empty, Select } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { actsTitle } from '../control/actsTitle.tsx';
import { NumberField } from '../control/NumberField.tsx';
import { getNotices } from '../app/notices.ts';
import { EntryTable } from '../control/EntryTable.tsx';
import type { EntryColumn } from '../control/EntryTable.tsx';
import { IconButton } from '../control/IconButton.tsx';
import { ProductPicker } from '../document/product/ProductPicker.tsx';
import { explainGoodsFault, explainUnknownScan } from '../document/scan/goodsOfCode.ts';
import { readOwnScan } from '../document/scan/readOwnScan.ts';
import { ScanField } from '../document/scan/ScanField.tsx';
import { t } from '../phrase/index.ts';
import { useLabelWords } from '../print/labels/useLabels.ts';
import type { Queue, QueueRow } from './labelQueue.ts';

/** Returns the serial, lot and expiry of the row's piece, if any. */
const pieceOf = ({ goods: { lot, serial, expiry } }: QueueRow): string =>
  [serial, lot, expiry].filter((part) => part !== '').join(' · ');
const nameOfQueueRow = (row: QueueRow): string =>
  [row.goods.productName, pieceOf(row)].filter((part) => part !== '').join(' ');

interface LabelRowsProps {
  readonly queue: Queue;
  /** Keeps a refused text, and its refusal, while another side of the page shows. */
  readonly hidden: boolean;
}

/** Renders the name of the chosen price, without the amount. */
const PriceName = ({ value }: { readonly value: unknown }): ReactNode =>
  labelPrices.filter((price) => price === value).map((price) => t(`label.price.${price}`));

function usePriceOptions() {
  const { priced } = useLabelWords();
  return ({ goods }: QueueRow) =>
    labelPrices.map((value) => {
      const amount = goods.prices[value];
      const name = t(`label.price.${value}`);
      return {
        value,
        label: amount === null ? name : `${name} ${priced(amount)}`,
        disabled: amount === null,
      };
    });
}

/** Splits a row into lots or serials; shows a message if stock has none. */
async function splitRow({ split }: Queue, row: QueueRow): Promise<void> {
  try {
    if (!(await split(row)))
      void getNotices().message.info(t('label.noPieces', { name: row.goods.productName }));
  } catch {
    // The client shows the error.
  }
}

function useColumns(queue: Queue): readonly EntryColumn<QueueRow>[] {
  const { change, setRows } = queue;
  const options = usePriceOptions();
  return [
    {
      title: t('label.field.productName'),
      render: (_, row) => (
        <>
          {row.goods.productName}
          {pieceOf(row) === '' ? null : <div className="label-piece">{pieceOf(row)}</div>}
        </>
      ),
    },
    { title: t('label.field.barcode'), width: 124, render: (_, { goods }) => goods.barcode },
    {
      title: t('label.field.standard'),
      width: 110,
      render: (_, { goods }) =>
        [goods.standard, goods.attributes].filter((part) => part !== '').join(' · '),
    },
    { title: t('label.field.unit'), width: 56, render: (_, { goods }) => goods.unit },
    {
      title: t('label.price'),
      width: 122,
      render: (_, row) => (
        <Select<LabelPrice>
          className="wide"
          aria-label={t('label.priceOf', { name: nameOfQueueRow(row) })}
          value={row.price}
          options={options(row)}
          // The label shows the amount.
          labelRender={({ value }) => <PriceName value={value} />}
          popupMatchSelectWidth={false}
          onChange={(price) => change(row.key, { price })}
        />
      ),
    },
    {
      title: t('label.copies'),
      width: 72,
      render: (_, row) => (
        <NumberField
          isRequired
          aria-label={t('label.copiesOf', { name: nameOfQueueRow(row) })}
          value={row.copies}
          min={1}
          max={MOST_COPIES}
          onChange={(copies) => copies !== null && change(row.key, { copies })}
        />
      ),
    },
    {
      title: actsTitle(),
      // Two icons side by side.
      width: 80,
      render: (_, row) => (
        <>
          {(row.goods.lotManaged || row.goods.serialManaged) && pieceOf(row) === '' ? (
            <IconButton
              label={t('label.piecesOf', { name: row.goods.productName })}
              icon={<BarcodeOutlined />}
              onClick={() => void splitRow(queue, row)}
            />
          ) : null}
          <IconButton
            label={t('label.remove', { name: nameOfQueueRow(row) })}
            icon={<DeleteOutlined />}
            onClick={() => setRows((before) => before.filter(({ key }) => key !== row.key))}
          />
        </>
      ),
    },
  ];
}

export function LabelRows({ queue, hidden }: LabelRowsProps): ReactNode {
  const { rows, add, addScanned, setRows } = queue;
  const [picking, setPicking] = useState(false);
  const columns = useColumns(queue);
  const scan = async (code: string) => {
    const content = readOwnScan(code);
    if ('fault' in content) return { text: explainUnknownScan(code), bad: true };
    try {
      const result = await addScanned(content);
      if ('ambiguous' in result)
        return { text: explainGoodsFault('ambiguous', result.ambiguous), bad: true };
      return result.added > 0
        ? { text: t('label.taken'), bad: false }
        : { text: explainUnknownScan(code), bad: true };
    } catch {
      // A failed query counts as not found; the client shows the reason.
      return { text: t('label.unknown'), bad: true };
    }
  };
  const clear = async (): Promise<void> => {
    if (await getNotices().modal.confirm({ title: t('label.clearAsk') })) setRows([]);
  };
  return (
    <section className="label-queue" aria-label={t('label.queue')} hidden={hidden}>
      <div className="label-adding">
        <Button icon={<PlusOutlined />} onClick={() => setPicking(true)}>
          {t('label.choose')}
        </Button>
        <ScanField onScan={scan} />
        {rows.length > 0 && <Button onClick={() => void clear()}>{t('label.clear')}</Button>}
      </div>
      {rows.length === 0 ? (
        <Empty description={t('label.empty')} />
      ) : (
        <EntryTable<QueueRow>
          rowKey="key"
          tableLayout="fixed"
          dataSource={[...rows]}
          columns={columns}
        />
      )}
      {picking && (
        <ProductPicker
          keyword=""
          warehouseId={null}
          onClose={() => setPicking(false)}
          onTake={(picked) => {
            setPicking(false);
            // The client shows the error.
            void add({ codes: [...picked.keys()] }).catch(() => undefined);
          }}
        />
      )}
    </section>
  );
}
