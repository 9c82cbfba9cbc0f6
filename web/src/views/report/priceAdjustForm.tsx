import { priceAdjustments } from '@tradehouse/contract';
import type { PriceAdjustmentInfo } from '@tradehouse/contract';
import { priceMethods, priceNames, priceSteps } from '@tradehouse/domain';
import type { PriceName } from '@tradehouse/domain';
import { Alert, Button, Form, Input, Select } from 'antd';
import { DatePicker, pickedAt, shownAt } from '../../control/DatePicker.tsx';
import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import { call } from '../../app/net/client.ts';
import { notices } from '../../app/notices.ts';
import { useMay } from '../../app/settings/permission.ts';
import { useReadOnce } from '../../app/net/readOnce.ts';
import type { ReadOnce } from '../../app/net/readOnce.ts';
import { useSettings } from '../../app/settings/settings.ts';
import { useTab } from '../../app/tabs/tabs.ts';
import { DecimalInput } from '../../control/DecimalInput.tsx';
import { EntryTable } from '../../control/EntryTable.tsx';
import type { EntryColumn } from '../../control/EntryTable.tsx';
import { GoodsChooser } from '../../control/GoodsChooser.tsx';
import type { Wanted } from '../../control/GoodsChooser.tsx';
import { pricedColumns } from '../../control/pricedColumns.tsx';
import { removeColumn } from '../../control/removeColumn.tsx';
import type { FormProps } from '../../record/listTypes.ts';
import { choiceOf } from '../../record/labels.ts';
import { meetConflict } from '../../record/conflict.ts';
import { sidesOf } from '../../record/recordFacts.ts';
import type { FactField } from '../../record/recordFacts.ts';
import { RecordModal } from '../../record/RecordModal.tsx';
import { useSaving } from '../../record/saving.ts';
import { t } from '../../phrase/index.ts';
import './priceAdjust.css';
import { changeOf, confirming, firstUnpriced, reckoned, warningOf } from './priceAdjustment.ts';
import type { Bases, PriceLine, Reckoning } from './priceAdjustment.ts';

/** An adjustment as it is typed. */
type Draft = {
  readonly price: PriceName;
  readonly reason: string;
  /** An ISO instant; null: as soon as it is approved. */
  readonly effectiveAt: string | null;
  readonly lines: readonly PriceLine[];
};

const draftOf = (info: PriceAdjustmentInfo | null): Draft => ({
  price: info?.price ?? 'sale',
  reason: info?.reason ?? '',
  effectiveAt: info?.effectiveAt ?? null,
  lines: info?.lines.map((line) => ({ ...line, newPrice: line.newPrice ?? '' })) ?? [],
});

const factFields = (): readonly FactField[] => [
  { name: 'number', label: t('record.priceAdjustment') },
  { name: 'price', label: t('price.kind') },
  { name: 'effectiveAt', label: t('price.effective') },
  { name: 'reason', label: t('price.reason') },
  {
    name: 'lines',
    label: t('editor.column.barcode'),
    row: { called: 'barcode', parts: [{ name: 'newPrice', label: t('price.new') }] },
  },
];

interface BodyProps {
  readonly draft: Draft;
  readonly readOnly: boolean;
  readonly onChange: (change: Partial<Draft>) => void;
}

/** Barcodes that were wanted, behind those that are there already. */
async function added(draft: Draft, wanted: Wanted): Promise<readonly PriceLine[] | null> {
  const rows = await call(priceAdjustments.candidates, { price: draft.price, ...wanted });
  const known = new Set(draft.lines.map(({ barcodeId }) => barcodeId));
  const fresh = rows.filter(({ barcodeId }) => !known.has(barcodeId));
  if (rows.length === 0) notices().message.info(t('price.noRows'));
  return fresh.length === 0
    ? null
    : [...draft.lines, ...fresh.map((row) => ({ ...row, newPrice: '' }))];
}

/** The same barcodes with what another sort of price is now. */
async function repriced({ lines }: Draft, price: PriceName): Promise<readonly PriceLine[]> {
  if (lines.length === 0) return [];
  const barcodeIds = lines.map(({ barcodeId }) => barcodeId).join(',');
  const rows = await call(priceAdjustments.candidates, { price, barcodeIds });
  const now = new Map(rows.map((row) => [row.barcodeId, row]));
  return lines.map((line) => ({ ...line, ...now.get(line.barcodeId), newPrice: '' }));
}

/** What the lines cost by another sort of price. */
async function basesOf({ lines }: Draft, price: PriceName): Promise<Bases> {
  const barcodeIds = lines.map(({ barcodeId }) => barcodeId).join(',');
  const rows = await call(priceAdjustments.candidates, { price, barcodeIds });
  return new Map(rows.map(({ barcodeId, oldPrice }) => [barcodeId, oldPrice]));
}

function Head({ draft, readOnly, onChange }: BodyProps): ReactNode {
  return (
    <div className="form-grid three">
      <Form.Item label={t('price.kind')} required htmlFor="price-kind">
        <Select<PriceName>
          id="price-kind"
          disabled={readOnly}
          value={draft.price}
          options={priceNames.map((value) => ({ value, label: choiceOf('priceKind', value) }))}
          onChange={(price) =>
            void repriced(draft, price).then((lines) => onChange({ price, lines }))
          }
        />
      </Form.Item>
      <EffectiveField draft={draft} readOnly={readOnly} onChange={onChange} />
      <Form.Item label={t('price.reason')} htmlFor="price-reason">
        <Input
          id="price-reason"
          disabled={readOnly}
          maxLength={200}
          value={draft.reason}
          onChange={(event) => onChange({ reason: event.target.value })}
        />
      </Form.Item>
    </div>
  );
}

/** From when on the prices hold. */
const EffectiveField = ({ draft, readOnly, onChange }: BodyProps): ReactNode => (
  <Form.Item label={t('price.effective')} extra={t('price.now')} htmlFor="price-effective">
    <DatePicker
      id="price-effective"
      className="wide"
      showTime={{ format: 'HH:mm' }}
      format="YYYY-MM-DD HH:mm"
      disabled={readOnly}
      value={draft.effectiveAt === null ? null : shownAt(draft.effectiveAt)}
      onChange={(at) => onChange({ effectiveAt: at === null ? null : pickedAt(at) })}
    />
  </Form.Item>
);

type ChoosingProps = Omit<BodyProps, 'readOnly'>;

/** Which products, and how their new prices come about. */
const Choosing = (props: ChoosingProps): ReactNode => (
  <div className="price-choosing gap-below">
    <Adding {...props} />
    <Reckoner {...props} />
  </div>
);

/** Brings the goods that are wanted. */
function Adding({ draft, onChange }: ChoosingProps): ReactNode {
  const add = async (wanted: Wanted): Promise<void> => {
    const lines = await added(draft, wanted).catch(() => null);
    if (lines !== null) onChange({ lines });
  };
  return <GoodsChooser onWanted={(wanted) => void add(wanted)} />;
}

/** Reckons the new prices of all lines from a price that they have. */
function Reckoner({ draft, onChange }: ChoosingProps): ReactNode {
  const [reckoning, setReckoning] = useState<Reckoning>({ method: 'fixed', by: '', step: '0.01' });
  const { method, by, step } = reckoning;
  const [from, setFrom] = useState<PriceName | null>(null);
  const change = (part: Partial<Reckoning>): void => setReckoning({ ...reckoning, ...part });
  const apply = async (): Promise<void> => {
    const bases =
      from === null || from === draft.price || method === 'fixed'
        ? null
        : await basesOf(draft, from).catch(() => undefined);
    if (bases !== undefined) onChange({ lines: reckoned(draft.lines, reckoning, bases) });
  };
  return (
    <>
      <Select<PriceName>
        aria-label={t('price.from')}
        allowClear
        disabled={method === 'fixed'}
        placeholder={t('price.from')}
        value={from}
        options={priceNames.map((value) => ({
          value,
          label: t('price.fromKind', { kind: choiceOf('priceKind', value) }),
        }))}
        onChange={(next: PriceName | undefined) => setFrom(next ?? null)}
      />
      <Select
        aria-label={t('price.method')}
        value={method}
        options={priceMethods.map((value) => ({ value, label: t(`price.${value}`) }))}
        onChange={(next) => change({ method: next })}
      />
      <DecimalInput
        aria-label={t('price.by')}
        placeholder={t('price.by')}
        value={by}
        onChange={(next) => change({ by: next })}
      />
      <Select
        aria-label={t('price.step')}
        value={step}
        options={priceSteps.map((value) => ({ value, label: `${t('price.step')} ${value}` }))}
        onChange={(next) => change({ step: next })}
      />
      <Button disabled={by === '' || draft.lines.length === 0} onClick={() => void apply()}>
        {t('price.apply')}
      </Button>
    </>
  );
}

function columnsOf({ draft, readOnly, onChange }: BodyProps): EntryColumn<PriceLine>[] {
  const { lines, price } = draft;
  const change = (line: PriceLine, newPrice: string): void =>
    onChange({ lines: lines.map((other) => (other === line ? { ...line, newPrice } : other)) });
  return [
    ...pricedColumns<PriceLine>('oldPrice', t('price.old')),
    {
      title: t('price.new'),
      dataIndex: 'newPrice',
      align: 'right',
      width: 190,
      render: (newPrice: string, line) => {
        const warning = warningOf(price, line);
        return (
          <>
            <DecimalInput
              aria-label={`${t('price.new')} ${line.barcode}`}
              disabled={readOnly}
              value={newPrice}
              onChange={(next) => change(line, next)}
              {...(warning === null ? {} : { status: 'warning' as const })}
            />
            {warning === null ? null : <small className="warning">{warning}</small>}
          </>
        );
      },
    },
    {
      title: t('price.change'),
      key: 'change',
      align: 'right',
      width: 90,
      render: (_, line) => {
        const percent = changeOf(line);
        return percent === null ? t('empty.none') : `${percent} %`;
      },
    },
    ...(readOnly
      ? []
      : [
          removeColumn<PriceLine>((line) =>
            onChange({ lines: lines.filter((other) => other !== line) }),
          ),
        ]),
  ];
}

/** What keeps anyone from saving it. */
function problemOf(lines: Draft['lines']): string | null {
  if (lines.length === 0) return t('price.none');
  const line = firstUnpriced(lines);
  return line > 0 ? t('price.newMissing', { line }) : null;
}

/** Saves an adjustment, or saves and approves it; answers whether it was, and not left to be thought over. */
function useAdjusting(
  id: string | null,
  record: ReadOnce<PriceAdjustmentInfo>,
  draft: Draft,
  onTheirs: () => void,
) {
  const { busy, refusal, run } = useSaving();
  const { timeZone } = useSettings();
  const { data: info = null } = record;
  const facts = (newer: PriceAdjustmentInfo) => {
    const numbered = (one: Draft) => ({ ...one, number: newer.number });
    return sidesOf(
      factFields(),
      numbered(draftOf(info)),
      numbered(draftOf(newer)),
      numbered(draft),
    );
  };
  const save = async (status: '0' | '1'): Promise<boolean> => {
    const { price, reason, effectiveAt } = draft;
    const lines = draft.lines.map(({ barcodeId, newPrice }) => ({ barcodeId, newPrice }));
    let stayed = false;
    const saved = await run(
      async (key, over: PriceAdjustmentInfo | null = info) => {
        const answer = await confirming((confirmed) => {
          const body = { price, reason, effectiveAt, lines, status, confirmed };
          const options = { key: confirmed ? `${key}-confirmed` : key, quiet: true };
          return id === null
            ? call(priceAdjustments.add, body, options)
            : call(priceAdjustments.update, { ...body, id, version: over?.version ?? 0 }, options);
        });
        stayed = answer === false;
      },
      () => false,
      (by) => meetConflict({ record, timeZone, facts, onTheirs }, by),
    );
    return saved && !stayed;
  };
  return { busy, refusal, save };
}

interface AdjustProps extends FormProps {
  /** Products whose barcodes a new one begins with, as ids with commas between them. */
  readonly products?: string | undefined;
}

/** A price adjustment: which price of which barcodes becomes what, from when on. */
export function PriceAdjustForm({ id, products, onClose }: AdjustProps): ReactNode {
  const [changes, setChanges] = useState<Partial<Draft> | null>(null);
  const [missing, setMissing] = useState<string | null>(null);
  const may = useMay();
  const { page } = useTab();
  const record = useReadOnce(
    ['info', 'priceAdjustment', id],
    () => call(priceAdjustments.infoCall, { id: id ?? '' }),
    id !== null,
  );
  const { data: info = null } = record;
  const draft = { ...draftOf(info), ...changes };
  const adjusting = useAdjusting(id, record, draft, () => setChanges(null));
  const readOnly = !may(page.url, '1') || info?.status === '1';
  useEffect(() => {
    if (products === undefined) return;
    void added(draftOf(null), { productIds: products }).then(
      (lines) => lines !== null && setChanges((before) => ({ lines, ...before })),
      () => undefined,
    );
  }, [products]);
  const save = async (status: '0' | '1'): Promise<void> => {
    const problem = problemOf(draft.lines);
    setMissing(problem);
    if (problem !== null || !(await adjusting.save(status))) return;
    notices().message.success(t('form.saved'));
    onClose(true);
  };
  const onChange = (change: Partial<Draft>): void => {
    setMissing(null);
    setChanges((before) => ({ ...before, ...change }));
  };
  return (
    <RecordModal
      title={t(readOnly ? 'form.view' : id === null ? 'form.new' : 'form.edit', {
        name: [t('record.priceAdjustment'), info?.number ?? ''].join(' ').trim(),
      })}
      width={1000}
      dirty={changes !== null}
      loading={id !== null && info === null}
      busy={adjusting.busy}
      readOnly={readOnly}
      refusal={adjusting.refusal}
      onSave={() => void save('0')}
      also={
        readOnly || !may(page.url, '2') ? null : (
          <Button loading={adjusting.busy} onClick={() => void save('1')}>
            {t('price.saveApprove')}
          </Button>
        )
      }
      onClose={() => onClose(false)}
    >
      {missing === null ? null : (
        <Alert type="warning" showIcon className="gap-below" title={missing} />
      )}
      <Body draft={draft} readOnly={readOnly} onChange={onChange} />
    </RecordModal>
  );
}

const Body = (props: BodyProps): ReactNode => (
  <>
    <Form layout="vertical">
      <Head {...props} />
    </Form>
    {props.readOnly ? null : <Choosing {...props} />}
    <EntryTable<PriceLine>
      rowKey="barcodeId"
      pagination={props.draft.lines.length > 50 ? { pageSize: 50 } : false}
      scroll={{ x: 700 }}
      dataSource={[...props.draft.lines]}
      columns={columnsOf(props)}
      locale={{ emptyText: t('price.none') }}
    />
  </>
);
