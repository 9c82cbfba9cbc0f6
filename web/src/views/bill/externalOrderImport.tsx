import { externalOrders } from '@tradehouse/contract';
import type { ExternalOrderInput, ReceivedOrder } from '@tradehouse/contract';
import { decimal, plain } from '@tradehouse/domain';
import { Form, Input, Typography } from 'antd';
import type { ReactNode } from 'react';
import { useMemo, useState } from 'react';
import { call, newKey, upload } from '../../app/net/client.ts';
import { reasonOf } from '../../app/net/envelope.ts';
import { useSettings } from '../../app/settings/settings.ts';
import { useBusy } from '../../app/useBusy.ts';
import type { EntryColumn } from '../../control/EntryTable.tsx';
import { ChoiceModal } from '../../control/ChoiceModal.tsx';
import { timeText } from '../../control/format.ts';
import { ImportBody } from '../../control/importDialog/ImportBody.tsx';
import { TemplateLink } from '../../control/importDialog/TemplateLink.tsx';
import type { ReadCells } from '../../control/importDialog/readFile.ts';
import { useImportFile } from '../../control/importDialog/useImportFile.ts';
import type { ImportRules } from '../../control/importDialog/useImportFile.ts';
import { NumberText } from '../../control/NumberText.tsx';
import { PartnerSelect } from '../../control/references.tsx';
import { t } from '../../phrase/index.ts';
import { OutcomeTag } from './externalOrderOutcome.tsx';
import {
  isHidden,
  isOrderMapping,
  orderColumns,
  readColumns,
  readOrders,
  titleOf,
  titlesFor,
} from './externalOrderRows.ts';
import type { ReadColumn, ReadOrder } from './externalOrderRows.ts';

const readCells: ReadCells = (file, choice) =>
  upload(externalOrders.readCells, file, choice, { quiet: true });

const rules: ImportRules<ReadColumn> = {
  importer: 'externalOrder',
  columns: readColumns,
  titlesOf: (rows) => titlesFor(rows.map(({ cells }) => cells)),
  isEnough: isOrderMapping,
  readCells,
};

/** What became of an order. */
type Outcome = ReceivedOrder | { readonly refusal: string };
type Outcomes = ReadonlyMap<string, Outcome>;
const NO_OUTCOMES: Outcomes = new Map();
interface Brought {
  readonly of: unknown;
  readonly outcomes: Outcomes;
}

/** Each order comes in by itself: one that is refused holds up no other, and to send one again does no harm. */
function useBringing() {
  const { timeZone, currency } = useSettings();
  const [platform, setPlatform] = useState('');
  const [shop, setShop] = useState('');
  const [partnerId, setPartnerId] = useState<string | null>(null);
  const [brought, setBrought] = useState<Brought>({ of: null, outcomes: new Map() });
  const [busy, run] = useBusy();
  const file = useImportFile(rules, `${platform.trim()}/${shop.trim()}`);
  const { cells, source } = file.table;
  const orders = useMemo(
    () => readOrders(cells, { platform, shop, partnerId, timeZone, currency }, source) ?? [],
    [cells, source, platform, shop, partnerId, timeZone, currency],
  );
  // Outcomes are those of one file.
  const outcomes = brought.of === file.source ? brought.outcomes : NO_OUTCOMES;
  const take = () =>
    run(async () => {
      file.remember();
      for (const { key, order } of orders) {
        const before = outcomes.get(key);
        if (order === null || (before !== undefined && !('refusal' in before))) continue;
        const outcome = await call(externalOrders.add, order, {
          key: newKey(),
          quiet: true,
        }).catch((error: unknown) => ({ refusal: reasonOf(error) }));
        setBrought(({ of, outcomes: known }) => ({
          of: file.source,
          outcomes: new Map(of === file.source ? known : NO_OUTCOMES).set(key, outcome),
        }));
      }
    });
  const defaults = { platform, setPlatform, shop, setShop, partnerId, setPartnerId };
  return { file, orders, outcomes, busy, take, defaults };
}

type Bringing = ReturnType<typeof useBringing>;

const OutcomeText = ({ outcome }: { readonly outcome: Outcome }): ReactNode =>
  'refusal' in outcome ? (
    <span className="below">{outcome.refusal}</span>
  ) : (
    <OutcomeTag outcome={outcome} />
  );

type Understood = ReadOrder & { readonly order: ExternalOrderInput };
const hasOrder = (read: ReadOrder): read is Understood => read.order !== null;

const amountOf = ({ lines }: ExternalOrderInput): string =>
  plain(
    lines.reduce(
      (sum, { quantity, price }) => sum.plus(decimal(quantity).times(price)),
      decimal('0'),
    ),
  );

const columnsOf = (outcomes: Outcomes, timeZone: string): EntryColumn<Understood>[] => [
  { title: titleOf('externalOrder'), dataIndex: 'number', width: 170, ellipsis: true },
  { title: titleOf('platform'), dataIndex: ['order', 'platform'], width: 90, ellipsis: true },
  { title: titleOf('shop'), dataIndex: ['order', 'shop'], width: 110, ellipsis: true },
  { title: titleOf('partnerName'), dataIndex: 'customer', width: 110, ellipsis: true },
  {
    title: titleOf('orderedAt'),
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
    render: (_, { order }) => <NumberText value={amountOf(order)} as="money" />,
  },
  {
    title: t('externalOrder.outcome'),
    key: 'outcome',
    width: 190,
    render: (_, { key }) => {
      const outcome = outcomes.get(key);
      return outcome === undefined ? null : <OutcomeText outcome={outcome} />;
    },
  },
];

const fieldsNow = () =>
  readColumns.map((column) => ({
    column,
    title: isHidden(column) ? t(`import.column.${column}`) : titleOf(column),
    isRequired: column === 'externalOrder' || column === 'outerSkuCode' || column === 'quantity',
  }));

const refusalsIn = (orders: readonly ReadOrder[]) =>
  orders.flatMap(({ refused, problem }) =>
    refused === null ? [] : [{ ...refused, reason: problem ?? '' }],
  );

/** What holds for rows that name no platform, shop or customer. */
function Defaults({ defaults }: Pick<Bringing, 'defaults'>): ReactNode {
  const { platform, setPlatform, shop, setShop, partnerId, setPartnerId } = defaults;
  return (
    <Form layout="vertical" component="div" className="form-grid three">
      <Form.Item label={titleOf('platform')} htmlFor="external-platform">
        <Input
          id="external-platform"
          value={platform}
          maxLength={40}
          onChange={(event) => setPlatform(event.target.value)}
        />
      </Form.Item>
      <Form.Item label={titleOf('shop')} htmlFor="external-shop">
        <Input
          id="external-shop"
          value={shop}
          maxLength={60}
          onChange={(event) => setShop(event.target.value)}
        />
      </Form.Item>
      <Form.Item label={titleOf('partnerName')} htmlFor="external-customer">
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

/** Orders of a platform from its file, or pasted: each becomes a sales order, or waits for what its codes stand for. */
export function ImportOrders({
  onClose,
}: {
  readonly onClose: (changed: boolean) => void;
}): ReactNode {
  const { timeZone } = useSettings();
  const { file, orders, outcomes, busy, ...list } = useBringing();
  const rows = orders.filter(hasOrder);
  const open = rows.filter(({ key }) => {
    const outcome = outcomes.get(key);
    return outcome === undefined || 'refusal' in outcome;
  });
  const ended = outcomes.size > 0 && open.length === 0;
  const refusals = refusalsIn(orders);
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
      <Typography.Paragraph type="secondary">{t('externalOrder.hint')}</Typography.Paragraph>
      <Defaults defaults={list.defaults} />
      <ImportBody
        file={file}
        tools={<TemplateLink titles={() => orderColumns.map(titleOf)} />}
        fields={fieldsNow()}
        needed={t('externalOrder.noHeadings')}
        refusals={refusals}
        rows={rows}
        columns={columnsOf(outcomes, timeZone)}
        width={1090}
        counts={t('externalOrder.found', { good: rows.length, bad: refusals.length })}
      />
    </ChoiceModal>
  );
}
