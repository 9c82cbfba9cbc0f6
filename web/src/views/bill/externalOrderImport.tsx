import { externalOrders } from '@tradehouse/contract';
import type { ReceivedOrder } from '@tradehouse/contract';
import { Alert, Form, Input, Space, Typography } from 'antd';
import type { ReactNode } from 'react';
import { useMemo, useState } from 'react';
import { call, newKey, upload } from '../../app/net/client.ts';
import { reasonOf } from '../../app/net/envelope.ts';
import { useSettings } from '../../app/settings/settings.ts';
import { useBusy } from '../../app/useBusy.ts';
import { EntryTable } from '../../control/EntryTable.tsx';
import type { EntryColumn } from '../../control/EntryTable.tsx';
import { ChoiceModal } from '../../control/ChoiceModal.tsx';
import { PartnerSelect } from '../../control/references.tsx';
import { cellsIn } from '../../document/lines/importRows.ts';
import { isSheetFile, textOfFile } from '../../document/lines/importFile.ts';
import { SheetFile } from '../../document/lines/SheetFile.tsx';
import { t } from '../../phrase/index.ts';
import { OutcomeTag } from './externalOrderOutcome.tsx';
import { orderColumns, readOrders, titleOf } from './externalOrderRows.ts';
import type { ReadOrder } from './externalOrderRows.ts';

const readCells = async (file: File): Promise<readonly (readonly string[])[]> =>
  (await upload(externalOrders.readCells, file, {}, { quiet: true })).rows;

/** What became of an order. */
type Outcome = ReceivedOrder | { readonly refusal: string };
type Outcomes = ReadonlyMap<string, Outcome>;

/** Each order comes in by itself: one that is refused holds up no other, and to send one again does no harm. */
function useBringing() {
  const { timeZone, currency } = useSettings();
  const [text, setText] = useState('');
  const [isSheet, setSheet] = useState(false);
  const [platform, setPlatform] = useState('');
  const [shop, setShop] = useState('');
  const [partnerId, setPartnerId] = useState<string | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const [outcomes, setOutcomes] = useState<Outcomes>(new Map());
  const [busy, run] = useBusy();
  const orders = useMemo(
    () =>
      text.trim() === ''
        ? []
        : readOrders(cellsIn(text), { platform, shop, partnerId, timeZone, currency }, { isSheet }),
    [text, isSheet, platform, shop, partnerId, timeZone, currency],
  );
  const read = (next: string, fromSheet = false): void => {
    setText(next);
    setSheet(fromSheet);
    setFailed(null);
    setOutcomes(new Map());
  };
  const take = () =>
    run(async () => {
      for (const { key, order } of orders ?? []) {
        const before = outcomes.get(key);
        if (order === null || (before !== undefined && !('refusal' in before))) continue;
        const outcome = await call(externalOrders.add, order, {
          key: newKey(),
          quiet: true,
        }).catch((error: unknown) => ({ refusal: reasonOf(error) }));
        setOutcomes((known) => new Map(known).set(key, outcome));
      }
    });
  const readFile = (file: File): Promise<void> =>
    textOfFile(file, readCells).then(
      (found) => read(found, isSheetFile(file)),
      (error: unknown) => setFailed(reasonOf(error)),
    );
  const defaults = { platform, setPlatform, shop, setShop, partnerId, setPartnerId };
  return { text, orders, outcomes, failed, busy, read, readFile, take, defaults };
}

type Bringing = ReturnType<typeof useBringing>;

const OutcomeText = ({ outcome }: { readonly outcome: Outcome }): ReactNode =>
  'refusal' in outcome ? (
    <span className="below">{outcome.refusal}</span>
  ) : (
    <OutcomeTag outcome={outcome} />
  );

const columnsOf = (outcomes: Outcomes): EntryColumn<ReadOrder>[] => [
  { title: titleOf('externalOrder'), dataIndex: 'number', width: 160, ellipsis: true },
  { title: titleOf('partnerName'), dataIndex: 'customer', width: 120, ellipsis: true },
  { title: t('externalOrder.lines'), dataIndex: 'lines', width: 70 },
  {
    title: t('externalOrder.outcome'),
    key: 'outcome',
    render: (_, { key, problem }) => {
      const outcome = outcomes.get(key);
      if (outcome !== undefined) return <OutcomeText outcome={outcome} />;
      return problem === null ? null : <span className="below">{problem}</span>;
    },
  },
];

/** The orders that were read, each with what is wrong with it, or what became of it. */
function ReadOrders({ orders, outcomes }: Pick<Bringing, 'orders' | 'outcomes'>): ReactNode {
  if (orders === null)
    return (
      <Alert type="error" showIcon className="gap-below" title={t('externalOrder.noHeadings')} />
    );
  if (orders.length === 0) return null;
  return (
    <EntryTable<ReadOrder>
      rowKey="key"
      pagination={orders.length > 50 ? { pageSize: 50 } : false}
      scroll={{ x: 640, y: 300 }}
      dataSource={[...orders]}
      columns={columnsOf(outcomes)}
    />
  );
}

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
  const list = useBringing();
  const { text, orders, outcomes, failed, busy } = list;
  const open = (orders ?? []).filter(({ key, order }) => {
    const outcome = outcomes.get(key);
    return order !== null && (outcome === undefined || 'refusal' in outcome);
  });
  const ended = outcomes.size > 0 && open.length === 0;
  return (
    <ChoiceModal
      width={1000}
      title={t('externalOrder.import')}
      okText={ended ? t('act.close') : t('externalOrder.take', { count: open.length })}
      okDisabled={busy || (open.length === 0 && !ended)}
      typed={text !== '' && outcomes.size === 0}
      onOk={() => (ended ? onClose(true) : void list.take())}
      onCancel={() => onClose(outcomes.size > 0)}
    >
      <Typography.Paragraph type="secondary">{t('externalOrder.hint')}</Typography.Paragraph>
      <Defaults defaults={list.defaults} />
      <Input.TextArea
        rows={orders === null || orders.length === 0 ? 6 : 3}
        value={text}
        aria-label={t('editor.import.paste')}
        placeholder={t('editor.import.paste')}
        onChange={(event) => list.read(event.target.value)}
      />
      <Space wrap className="gap-below gap-above">
        <SheetFile
          label={t('editor.import.file')}
          titles={() => orderColumns.map(titleOf)}
          onFile={(file) => void list.readFile(file)}
        />
      </Space>
      {failed === null ? null : (
        <Alert type="error" showIcon className="gap-below" title={failed} />
      )}
      <ReadOrders orders={orders} outcomes={outcomes} />
    </ChoiceModal>
  );
}
