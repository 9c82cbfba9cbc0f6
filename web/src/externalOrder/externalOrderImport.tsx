import { externalOrders } from '@tradehouse/contract';
import type { ExternalOrderInput, ReceivedOrder } from '@tradehouse/contract';
import { decimal, toPlainDecimal } from '@tradehouse/domain';
import { Alert, Form, Input, Typography } from 'antd';
import type { ReactNode } from 'react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { callEndpoint, newKey, uploadToEndpoint } from '../app/net/client.ts';
import { reasonOfError } from '../app/net/envelope.ts';
import { useSettings } from '../app/settings/settings.ts';
import { useBusy } from '../app/useBusy.ts';
import type { EntryColumn } from '../control/EntryTable.tsx';
import { ChoiceModal } from '../control/ChoiceModal.tsx';
import { timeText } from '../control/format.ts';
import { ImportBody } from '../control/importDialog/ImportBody.tsx';
import { UnderstoodRows } from '../control/importDialog/ImportRows.tsx';
import { TemplateLink } from '../control/importDialog/TemplateLink.tsx';
import type { ReadCells } from '../control/importDialog/readFile.ts';
import { useImportFile } from '../control/importDialog/useImportFile.ts';
import type { ImportRules } from '../control/importDialog/useImportFile.ts';
import { NumberText } from '../control/NumberText.tsx';
import { PartnerSelect } from '../control/references.tsx';
import { t } from '../phrase/index.ts';
import { OutcomeTag } from './externalOrderOutcome.tsx';
import {
  isHiddenOrderColumn,
  isOrderMapping,
  orderColumns,
  readColumns,
  readOrders,
  titleOfExternalOrderColumn,
  titlesOfExternalOrderFile,
} from './externalOrderRows.ts';
import type { ReadColumn, ReadOrder } from './externalOrderRows.ts';

const readExternalOrderCells: ReadCells = (file, choice) =>
  uploadToEndpoint(externalOrders.readCells, file, choice, { quiet: true });

const rules: ImportRules<ReadColumn> = {
  importer: 'externalOrder',
  asks: ['mark', 'order'],
  columns: readColumns,
  titlesOf: (rows) => titlesOfExternalOrderFile(rows.map(({ cells }) => cells)),
  isEnough: isOrderMapping,
  readCells: readExternalOrderCells,
};

type ExternalOrderOutcome = ReceivedOrder | { readonly refusal: string };
type ExternalOrderOutcomes = ReadonlyMap<string, ExternalOrderOutcome>;
const NO_OUTCOMES: ExternalOrderOutcomes = new Map();
interface ImportedExternalOrders {
  readonly of: unknown;
  readonly outcomes: ExternalOrderOutcomes;
}

/** Imports orders individually: a refusal doesn't block the rest, and resending is harmless. */
function useExternalOrderImport() {
  const { timeZone, currency } = useSettings();
  const [platform, setPlatform] = useState('');
  const [shop, setShop] = useState('');
  const [partnerId, setPartnerId] = useState<string | null>(null);
  const [brought, setBrought] = useState<ImportedExternalOrders>({ of: null, outcomes: new Map() });
  const [busy, run] = useBusy();
  const file = useImportFile(rules, `${platform.trim()}/${shop.trim()}`);
  const { cells, source } = file.table;
  const orders = useMemo(
    () => readOrders(cells, { platform, shop, partnerId, timeZone, currency }, source) ?? [],
    [cells, source, platform, shop, partnerId, timeZone, currency],
  );
  // Outcomes belong to one file.
  const outcomes = brought.of === file.source ? brought.outcomes : NO_OUTCOMES;
  const take = () =>
    run(async () => {
      file.remember();
      for (const { key, order } of orders) {
        const before = outcomes.get(key);
        if (order === null || (before !== undefined && !('refusal' in before))) continue;
        const outcome = await callEndpoint(externalOrders.add, order, {
          key: newKey(),
          quiet: true,
        }).catch((error: unknown) => ({ refusal: reasonOfError(error) }));
        setBrought(({ of, outcomes: known }) => ({
          of: file.source,
          outcomes: new Map(of === file.source ? known : NO_OUTCOMES).set(key, outcome),
        }));
      }
    });
  const defaults = { platform, setPlatform, shop, setShop, partnerId, setPartnerId };
  return { file, orders, outcomes, busy, take, defaults };
}

type ExternalOrderImportState = ReturnType<typeof useExternalOrderImport>;

const ExternalOrderOutcomeText = ({
  outcome,
}: {
  readonly outcome: ExternalOrderOutcome;
}): ReactNode =>
  'refusal' in outcome ? (
    <span className="below">{outcome.refusal}</span>
  ) : (
    <OutcomeTag outcome={outcome} />
  );

type ParsedExternalOrder = ReadOrder & { readonly order: ExternalOrderInput };
const hasOrder = (read: ReadOrder): read is ParsedExternalOrder => read.order !== null;

const sumExternalOrderAmount = ({ lines }: ExternalOrderInput): string =>
  toPlainDecimal(
    lines.reduce(
      (sum, { quantity, price }) => sum.plus(decimal(quantity).times(price)),
      decimal('0'),
    ),
  );

const columnsOfExternalOrderImport = (
  outcomes: ExternalOrderOutcomes,
  timeZone: string,
): EntryColumn<ParsedExternalOrder>[] => [
  {
    title: titleOfExternalOrderColumn('externalOrder'),
    dataIndex: 'number',
    width: 170,
    ellipsis: true,
  },
  {
    title: titleOfExternalOrderColumn('platform'),
    dataIndex: ['order', 'platform'],
    width: 90,
    ellipsis: true,
  },
  {
    title: titleOfExternalOrderColumn('shop'),
    dataIndex: ['order', 'shop'],
    width: 110,
    ellipsis: true,
  },
  {
    title: titleOfExternalOrderColumn('partnerName'),
    dataIndex: 'customer',
    width: 110,
    ellipsis: true,
  },
  {
    title: titleOfExternalOrderColumn('orderedAt'),
    key: 'orderedAt',
    width: 150,
    render: (_, { order: { time } }) => (time === undefined ? '' : timeText(time, timeZone)),
  },
  { title: t('externalOrder.lines'), dataIndex: 'lines', width: 70 },
  {
    title: t('externalOrder.amount'),
    key: 'amount',
    width: 110,
    align: 'right',
    render: (_, { order }) => <NumberText value={sumExternalOrderAmount(order)} as="money" />,
  },
  {
    title: t('externalOrder.outcome'),
    key: 'outcome',
    width: 190,
    render: (_, { key }) => {
      const outcome = outcomes.get(key);
      return outcome === undefined ? null : <ExternalOrderOutcomeText outcome={outcome} />;
    },
  },
];

const listExternalOrderImportFields = () =>
  readColumns.map((column) => ({
    column,
    title: isHiddenOrderColumn(column)
      ? t(`import.column.${column}`)
      : titleOfExternalOrderColumn(column),
    isRequired: column === 'externalOrder' || column === 'outerSkuCode' || column === 'quantity',
  }));

const collectExternalOrderRefusals = (orders: readonly ReadOrder[]) =>
  orders.flatMap(({ refused, problem }) =>
    refused === null ? [] : [{ ...refused, reason: problem ?? '' }],
  );

const countExternalOrderOutcomes = (outcomes: ExternalOrderOutcomes) => {
  const all = [...outcomes.values()];
  const received = all.flatMap((outcome) => ('refusal' in outcome ? [] : [outcome]));
  const fresh = received.filter(({ known }) => !known);
  const made = fresh.filter(({ order }) => order?.status === 'made').length;
  return {
    made,
    waiting: fresh.length - made,
    known: received.length - fresh.length,
    refused: all.length - received.length,
  };
};

interface BroughtProps {
  readonly rows: readonly ParsedExternalOrder[];
  readonly outcomes: ExternalOrderOutcomes;
  readonly timeZone: string;
}

/** Shows import outcomes, scrolled into view at the first result. */
function BroughtOrders({ rows, outcomes, timeZone }: BroughtProps): ReactNode {
  const top = useRef<HTMLDivElement>(null);
  const isShown = outcomes.size > 0;
  useEffect(() => {
    if (isShown) top.current?.scrollIntoView({ block: 'nearest' });
  }, [isShown]);
  const counts = countExternalOrderOutcomes(outcomes);
  return (
    <div ref={top}>
      {isShown ? (
        <>
          <div role="status">
            <Alert
              type={counts.refused > 0 ? 'error' : counts.waiting > 0 ? 'warning' : 'success'}
              showIcon
              className="gap-below"
              title={t('externalOrder.brought', counts)}
            />
          </div>
          <UnderstoodRows
            title={t('externalOrder.outcomes')}
            rows={rows.filter(({ key }) => outcomes.has(key))}
            columns={columnsOfExternalOrderImport(outcomes, timeZone)}
            width={1090}
          />
        </>
      ) : null}
    </div>
  );
}

/** Edits defaults for rows without platform, shop or customer. */
function Defaults({
  defaults,
  isCustomerNeeded,
}: Pick<ExternalOrderImportState, 'defaults'> & { readonly isCustomerNeeded: boolean }): ReactNode {
  const { platform, setPlatform, shop, setShop, partnerId, setPartnerId } = defaults;
  return (
    <Form layout="vertical" component="div" className="form-grid three">
      <Form.Item label={titleOfExternalOrderColumn('platform')} htmlFor="external-platform">
        <Input
          id="external-platform"
          value={platform}
          maxLength={40}
          onChange={(event) => setPlatform(event.target.value)}
        />
      </Form.Item>
      <Form.Item label={titleOfExternalOrderColumn('shop')} htmlFor="external-shop">
        <Input
          id="external-shop"
          value={shop}
          maxLength={60}
          onChange={(event) => setShop(event.target.value)}
        />
      </Form.Item>
      <Form.Item
        label={titleOfExternalOrderColumn('partnerName')}
        htmlFor="external-customer"
        required={isCustomerNeeded}
      >
        <PartnerSelect
          id="external-customer"
          type="customer"
          value={partnerId}
          onChange={setPartnerId}
        />
      </Form.Item>
    </Form>
  );
}

/**
 * Imports a platform's orders from a file or paste: each becomes a sales order, or waits for SKU mappings.
 */
export function ImportOrders({
  onClose,
}: {
  readonly onClose: (changed: boolean) => void;
}): ReactNode {
  const { timeZone } = useSettings();
  const { file, orders, outcomes, busy, ...list } = useExternalOrderImport();
  const rows = orders.filter(hasOrder);
  const open = rows.filter(({ key }) => {
    const outcome = outcomes.get(key);
    return outcome === undefined || 'refusal' in outcome;
  });
  const ended = outcomes.size > 0 && open.length === 0;
  const refusals = collectExternalOrderRefusals(orders);
  return (
    <ChoiceModal
      width={1000}
      title={t('externalOrder.import')}
      okText={ended ? t('act.close') : t('externalOrder.take', { count: open.length })}
      okDisabled={busy || (open.length === 0 && !ended)}
      typed={file.isGiven && outcomes.size === 0}
      onOk={() => (ended ? onClose(true) : void list.take())}
      onCancel={() => onClose(outcomes.size > 0)}
    >
      <BroughtOrders rows={rows} outcomes={outcomes} timeZone={timeZone} />
      <Typography.Paragraph type="secondary">{t('externalOrder.hint')}</Typography.Paragraph>
      <Defaults defaults={list.defaults} isCustomerNeeded={!file.mapping.includes('partnerName')} />
      <ImportBody
        file={file}
        tools={<TemplateLink titles={() => orderColumns.map(titleOfExternalOrderColumn)} />}
        fields={listExternalOrderImportFields()}
        needed={t('externalOrder.noHeadings')}
        refusals={refusals}
        rows={rows.filter(({ key }) => !outcomes.has(key))}
        columns={columnsOfExternalOrderImport(outcomes, timeZone)}
        width={1090}
        counts={t('externalOrder.found', { good: rows.length, bad: refusals.length })}
      />
    </ChoiceModal>
  );
}
