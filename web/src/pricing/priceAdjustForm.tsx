import { priceAdjustments } from '@tradehouse/contract';
import type { PriceAdjustmentInfo } from '@tradehouse/contract';
import { priceMethods, priceNames, priceSteps } from '@tradehouse/domain';
import type { BarcodePriceName } from '@tradehouse/domain';
import { Alert, Button, Form, Input, Select } from 'antd';
import { DatePicker, pickedAt, shownAt } from '../control/DatePicker.tsx';
import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import { callEndpoint } from '../app/net/client.ts';
import { getNotices } from '../app/notices.ts';
import { useMay } from '../app/settings/permission.ts';
import { useReadOnce } from '../app/net/readOnce.ts';
import type { ReadOnce } from '../app/net/readOnce.ts';
import { useSettings } from '../app/settings/settings.ts';
import { useTab } from '../app/tabs/tabs.ts';
import { DecimalInput, isDecimal } from '../control/DecimalInput.tsx';
import { EntryTable } from '../control/EntryTable.tsx';
import type { EntryColumn } from '../control/EntryTable.tsx';
import { GoodsChooser } from '../control/GoodsChooser.tsx';
import type { GoodsQuery } from '../control/GoodsChooser.tsx';
import { pricedColumns } from '../control/pricedColumns.tsx';
import { removeColumn } from '../control/removeColumn.tsx';
import type { RecordFormProps } from '../record/listTypes.ts';
import { choiceOf } from '../record/labels.ts';
import { meetConflict } from '../record/conflict.ts';
import { sidesOf } from '../record/recordFacts.ts';
import type { FactField } from '../record/recordFacts.ts';
import { RecordModal } from '../record/RecordModal.tsx';
import { useFormSaving } from '../record/saving.ts';
import { namedClear } from '../control/namedClear.tsx';
import { t } from '../phrase/index.ts';
import './priceAdjust.css';
import {
  percentChangeOfPrice,
  confirmPricesBelowMinimum,
  firstUnpriced,
  calculateNewPrices,
  findPriceLineWarning,
} from './priceAdjustment.ts';
import type { Bases, PriceLine, PriceCalculation } from './priceAdjustment.ts';

type PriceAdjustmentDraft = {
  readonly price: BarcodePriceName;
  readonly reason: string;
  /** An ISO instant; null: on approval. */
  readonly effectiveAt: string | null;
  readonly lines: readonly PriceLine[];
};

const draftFromPriceAdjustment = (info: PriceAdjustmentInfo | null): PriceAdjustmentDraft => ({
  price: info?.price ?? 'sale',
  reason: info?.reason ?? '',
  effectiveAt: info?.effectiveAt ?? null,
  lines: info?.lines.map((line) => ({ ...line, newPrice: line.newPrice ?? '' })) ?? [],
});

const listPriceAdjustmentFields = (): readonly FactField[] => [
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

interface PriceAdjustmentBodyProps {
  readonly draft: PriceAdjustmentDraft;
  readonly readOnly: boolean;
  readonly onChange: (change: Partial<PriceAdjustmentDraft>) => void;
}

/** Returns the lines with the wanted barcodes appended. */
async function appendPriceLines(
  draft: PriceAdjustmentDraft,
  wanted: GoodsQuery,
): Promise<readonly PriceLine[] | null> {
  const rows = await callEndpoint(priceAdjustments.candidates, { price: draft.price, ...wanted });
  const known = new Set(draft.lines.map(({ barcodeId }) => barcodeId));
  const fresh = rows.filter(({ barcodeId }) => !known.has(barcodeId));
  if (rows.length === 0) getNotices().message.info(t('price.noRows'));
  return fresh.length === 0
    ? null
    : [...draft.lines, ...fresh.map((row) => ({ ...row, newPrice: '' }))];
}

/** Returns the lines with the present prices of another price type. */
async function loadRepricedLines(
  { lines }: PriceAdjustmentDraft,
  price: BarcodePriceName,
): Promise<readonly PriceLine[]> {
  if (lines.length === 0) return [];
  const barcodeIds = lines.map(({ barcodeId }) => barcodeId).join(',');
  const rows = await callEndpoint(priceAdjustments.candidates, { price, barcodeIds });
  const now = new Map(rows.map((row) => [row.barcodeId, row]));
  return lines.map((line) => ({ ...line, ...now.get(line.barcodeId), newPrice: '' }));
}

/** Returns the lines' prices of another type. */
async function basesOf({ lines }: PriceAdjustmentDraft, price: BarcodePriceName): Promise<Bases> {
  const barcodeIds = lines.map(({ barcodeId }) => barcodeId).join(',');
  const rows = await callEndpoint(priceAdjustments.candidates, { price, barcodeIds });
  return new Map(rows.map(({ barcodeId, oldPrice }) => [barcodeId, oldPrice]));
}

function PriceAdjustmentHead({ draft, readOnly, onChange }: PriceAdjustmentBodyProps): ReactNode {
  return (
    <div className="form-grid three">
      <Form.Item label={t('price.kind')} required htmlFor="price-kind">
        <Select<BarcodePriceName>
          id="price-kind"
          disabled={readOnly}
          value={draft.price}
          options={priceNames.map((value) => ({ value, label: choiceOf('priceKind', value) }))}
          onChange={(price) =>
            void loadRepricedLines(draft, price).then((lines) => onChange({ price, lines }))
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
const EffectiveField = ({ draft, readOnly, onChange }: PriceAdjustmentBodyProps): ReactNode => (
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

type PriceLineChooserProps = Omit<PriceAdjustmentBodyProps, 'readOnly'>;

/** Chooses the products and the method of new prices. */
const PriceLineChooser = (props: PriceLineChooserProps): ReactNode => (
  <div className="price-choosing gap-below">
    <PriceLineGoodsChooser {...props} />
    <Reckoner {...props} />
  </div>
);

function PriceLineGoodsChooser({ draft, onChange }: PriceLineChooserProps): ReactNode {
  const add = async (wanted: GoodsQuery): Promise<void> => {
    const lines = await appendPriceLines(draft, wanted).catch(() => null);
    if (lines !== null) onChange({ lines });
  };
  return <GoodsChooser onWanted={(wanted) => void add(wanted)} />;
}

/** Calculates all new prices from an existing price. */
function Reckoner({ draft, onChange }: PriceLineChooserProps): ReactNode {
  const [reckoning, setReckoning] = useState<PriceCalculation>({
    method: 'fixed',
    by: '',
    step: '0.01',
  });
  const { method, by, step } = reckoning;
  const [from, setFrom] = useState<BarcodePriceName | null>(null);
  const change = (part: Partial<PriceCalculation>): void => setReckoning({ ...reckoning, ...part });
  const isRefused = by !== '' && !isDecimal(by);
  const apply = async (): Promise<void> => {
    if (isRefused) {
      getNotices().message.error(`${t('price.by')}: ${t('editor.wrong.number')}`);
      return;
    }
    const bases =
      from === null || from === draft.price || method === 'fixed'
        ? null
        : await basesOf(draft, from).catch(() => undefined);
    if (bases !== undefined) onChange({ lines: calculateNewPrices(draft.lines, reckoning, bases) });
  };
  return (
    <>
      <Select<BarcodePriceName>
        aria-label={t('price.from')}
        allowClear={namedClear()}
        disabled={method === 'fixed'}
        placeholder={t('price.from')}
        value={from}
        options={priceNames.map((value) => ({
          value,
          label: t('price.fromKind', { kind: choiceOf('priceKind', value) }),
        }))}
        onChange={(next: BarcodePriceName | undefined) => setFrom(next ?? null)}
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
        status={isRefused ? 'error' : ''}
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

function columnsOfPriceAdjustment({
  draft,
  readOnly,
  onChange,
}: PriceAdjustmentBodyProps): EntryColumn<PriceLine>[] {
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
        const warning = findPriceLineWarning(price, line);
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
        const percent = percentChangeOfPrice(line);
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

/** Returns the reason that prevents saving. */
function findPriceAdjustmentProblem(lines: PriceAdjustmentDraft['lines']): string | null {
  if (lines.length === 0) return t('price.none');
  const line = firstUnpriced(lines);
  return line > 0 ? t('price.newMissing', { line }) : null;
}

/** Saves an adjustment, or saves and approves; false if the user reconsiders. */
function useAdjusting(
  id: string | null,
  record: ReadOnce<PriceAdjustmentInfo>,
  draft: PriceAdjustmentDraft,
  onTheirs: () => void,
) {
  const { busy, refusal, run } = useFormSaving();
  const { timeZone } = useSettings();
  const { data: info = null } = record;
  const facts = (newer: PriceAdjustmentInfo) => {
    const numbered = (one: PriceAdjustmentDraft) => ({ ...one, number: newer.number });
    return sidesOf(
      listPriceAdjustmentFields(),
      numbered(draftFromPriceAdjustment(info)),
      numbered(draftFromPriceAdjustment(newer)),
      numbered(draft),
    );
  };
  const save = async (status: '0' | '1'): Promise<boolean> => {
    const { price, reason, effectiveAt } = draft;
    const lines = draft.lines.map(({ barcodeId, newPrice }) => ({ barcodeId, newPrice }));
    let stayed = false;
    const saved = await run(
      async (key, over: PriceAdjustmentInfo | null = info) => {
        const answer = await confirmPricesBelowMinimum((confirmed) => {
          const body = { price, reason, effectiveAt, lines, status, confirmed };
          const options = { key: confirmed ? `${key}-confirmed` : key, quiet: true };
          return id === null
            ? callEndpoint(priceAdjustments.add, body, options)
            : callEndpoint(
                priceAdjustments.update,
                { ...body, id, version: over?.version ?? 0 },
                options,
              );
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

interface AdjustProps extends RecordFormProps {
  /** Ids of initial products for a new adjustment, separated by commas. */
  readonly products?: string | undefined;
}

/** Form of a price adjustment: barcodes, price, new prices and effective time. */
export function PriceAdjustForm({ id, products, onClose }: AdjustProps): ReactNode {
  const [changes, setChanges] = useState<Partial<PriceAdjustmentDraft> | null>(null);
  const [missing, setMissing] = useState<string | null>(null);
  const may = useMay();
  const { page } = useTab();
  const record = useReadOnce(
    ['info', 'priceAdjustment', id],
    () => callEndpoint(priceAdjustments.infoCall, { id: id ?? '' }),
    id !== null,
  );
  const { data: info = null } = record;
  const draft = { ...draftFromPriceAdjustment(info), ...changes };
  const adjusting = useAdjusting(id, record, draft, () => setChanges(null));
  const readOnly = !may(page.url, '1') || info?.status === '1';
  useEffect(() => {
    if (products === undefined) return;
    void appendPriceLines(draftFromPriceAdjustment(null), { productIds: products }).then(
      (lines) => lines !== null && setChanges((before) => ({ lines, ...before })),
      () => undefined,
    );
  }, [products]);
  const save = async (status: '0' | '1'): Promise<void> => {
    const problem = findPriceAdjustmentProblem(draft.lines);
    setMissing(problem);
    if (problem !== null || !(await adjusting.save(status))) return;
    getNotices().message.success(t('form.saved'));
    onClose(true);
  };
  const onChange = (change: Partial<PriceAdjustmentDraft>): void => {
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
      <PriceAdjustmentBody draft={draft} readOnly={readOnly} onChange={onChange} />
    </RecordModal>
  );
}

const PriceAdjustmentBody = (props: PriceAdjustmentBodyProps): ReactNode => (
  <>
    <Form layout="vertical">
      <PriceAdjustmentHead {...props} />
    </Form>
    {props.readOnly ? null : <PriceLineChooser {...props} />}
    <EntryTable<PriceLine>
      rowKey="barcodeId"
      pagination={props.draft.lines.length > 50 ? { pageSize: 50 } : false}
      scroll={{ x: 700 }}
      dataSource={[...props.draft.lines]}
      columns={columnsOfPriceAdjustment(props)}
      locale={{ emptyText: t('price.none') }}
    />
  </>
);
