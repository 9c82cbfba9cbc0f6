import type { DocumentReply } from '@tradehouse/contract';
import { goodsOnTheWay, receiveGoods, takeBackReceipt } from '@tradehouse/contract';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Checkbox, Input, Typography } from 'antd';
import type { TableColumnsType } from 'antd';
import { useState } from 'react';
import { callEndpoint, newKey } from '../../../app/net/client.ts';
import { getNotices } from '../../../app/notices.ts';
import { useSettings } from '../../../app/settings/settings.ts';
import { useBusy } from '../../../app/useBusy.ts';
import { ChoiceModal } from '../../../control/ChoiceModal.tsx';
import { EntryTable } from '../../../control/EntryTable.tsx';
import { quantityText, timeText } from '../../../control/format.ts';
import { t } from '../../../phrase/index.ts';
import { typedAmount } from '../../draft/numberInput.ts';
import { decimalFromDraft } from '../../draft/priced.ts';
import { computeArrivalDifference, createArrivalDraft, receivedParts } from './arrival.ts';
import type { ArrivalDraft } from './arrival.ts';

interface Props {
  /** The transfer's id. */
  readonly id: string;
  readonly onClose: () => void;
  /** Something was received or taken back. */
  readonly onDone: () => void;
}

/** Holds goods in transit and typed arrivals; receives goods or reverts a receipt. */
function useReceiving({ id, onClose, onDone }: Props) {
  const [drafts, setDrafts] = useState<readonly ArrivalDraft[] | null>(null);
  const [remark, setRemark] = useState('');
  const [busy, run] = useBusy();
  const [key, setKey] = useState(newKey);
  const { data, error, refetch } = useQuery({
    queryKey: ['transit', id],
    queryFn: () => callEndpoint(goodsOnTheWay, { id }, { quiet: true }),
    staleTime: 0,
  });
  const shown =
    drafts ??
    (data?.parts ?? []).filter(({ left }) => decimalFromDraft(left).gt(0)).map(createArrivalDraft);
  const amend = (at: number, change: Partial<ArrivalDraft>): void =>
    setDrafts(shown.map((draft, place) => (place === at ? { ...draft, ...change } : draft)));
  const parts = shown.every(({ arrived }) => !('wrong' in typedAmount(arrived)))
    ? receivedParts(shown)
    : [];

  const change = (work: () => Promise<unknown>, said: string): Promise<boolean> =>
    run(async () => {
      await work();
      void getNotices().message.success(said);
      onDone();
    });
  const receive = async (): Promise<void> => {
    const input = { id, parts, ...(remark === '' ? {} : { remark }) };
    const received = await change(
      () => callEndpoint(receiveGoods, input, { key }),
      t('transit.received'),
    );
    if (received) onClose();
    else setKey(newKey());
  };
  const takeBack = async (receipt: string): Promise<void> => {
    if (!(await getNotices().modal.confirm({ title: t('transit.takeBackAsk') }))) return;
    await change(() => callEndpoint(takeBackReceipt, { id: receipt }), t('transit.takenBack'));
    setDrafts(null);
    await refetch();
  };
  const nothing = parts.length === 0;
  return { data, error, shown, amend, nothing, remark, setRemark, busy, receive, takeBack };
}

/** Receives goods in transit: arrivals by part, losses, and earlier receipts. */
function ReceiveDialog(props: Props) {
  const { data, error, shown, amend, nothing, remark, setRemark, busy, receive, takeBack } =
    useReceiving(props);
  return (
    <ChoiceModal
      width={1000}
      title={t('transit.title')}
      ready={data !== undefined}
      okText={t('transit.receive')}
      okDisabled={busy || nothing}
      onOk={() => void receive()}
      onCancel={props.onClose}
    >
      {error !== null && <Alert type="error" showIcon title={error.message} />}
      <EntryTable<ArrivalDraft>
        rowKey={({ part }) => `${part.line} ${part.lot} ${part.stockType}`}
        columns={columnsOfReceiveDialog(amend)}
        dataSource={[...shown]}
        loading={data === undefined && error === null}
        scroll={{ x: 880, y: 320 }}
        locale={{ emptyText: t('transit.nothingLeft') }}
      />
      {shown.length > 0 && (
        <Input
          style={{ marginTop: 8 }}
          value={remark}
          maxLength={1000}
          placeholder={t('document.remark')}
          aria-label={t('document.remark')}
          onChange={(event) => setRemark(event.target.value)}
        />
      )}
      <Receipts
        receipts={data?.receipts ?? []}
        busy={busy}
        onTakeBack={(one) => void takeBack(one)}
      />
    </ChoiceModal>
  );
}

const columnsOfReceiveDialog = (
  amend: (at: number, change: Partial<ArrivalDraft>) => void,
): TableColumnsType<ArrivalDraft> => [
  {
    title: t('editor.column.name'),
    render: (_, { part }) => `${part.barcode} ${part.productName}`,
  },
  {
    title: t('editor.column.targetWarehouse'),
    width: 110,
    render: (_, { part }) => part.targetWarehouseName,
  },
  {
    title: t('editor.column.lot'),
    width: 110,
    render: (_, { part }) =>
      [part.lot, part.stockType === 'formal' ? '' : t(`editor.stockType.${part.stockType}`)]
        .filter((text) => text !== '')
        .join(' '),
  },
  {
    title: t('transit.left'),
    width: 90,
    align: 'right',
    render: (_, { part }) => `${quantityText(part.left)} ${part.unit}`,
  },
  {
    title: t('transit.arrived'),
    width: 210,
    render: (_, { part, arrived, serials }, at) =>
      part.serialManaged ? (
        <Input.TextArea
          autoSize={{ minRows: 1, maxRows: 3 }}
          aria-label={t('editor.column.serials')}
          value={serials}
          onChange={({ target: { value } }) =>
            amend(at, {
              serials: value,
              arrived: String(value.split(/[,，\s]+/u).filter((one) => one !== '').length),
            })
          }
        />
      ) : (
        <Input
          inputMode="decimal"
          aria-label={t('transit.arrived')}
          status={'wrong' in typedAmount(arrived) ? 'error' : ''}
          value={arrived}
          onChange={({ target: { value } }) => amend(at, { arrived: value.trim() })}
        />
      ),
  },
  {
    title: t('transit.difference'),
    width: 180,
    render: (_, draft, at) => (
      <ArrivalDifference draft={draft} onChange={(closed) => amend(at, { closed })} />
    ),
  },
];

/** Shows the quantity remaining in transit, unless closed by the receiver, or the surplus. */
function ArrivalDifference({
  draft,
  onChange,
}: {
  readonly draft: ArrivalDraft;
  readonly onChange: (closed: boolean) => void;
}) {
  if ('wrong' in typedAmount(draft.arrived)) return null;
  const difference = decimalFromDraft(computeArrivalDifference(draft));
  if (difference.isZero()) return null;
  if (difference.isNegative())
    return (
      <Typography.Text type="warning">
        {t('transit.surplus', { quantity: quantityText(difference.abs().toFixed()) })}
      </Typography.Text>
    );
  return (
    <Checkbox checked={draft.closed} onChange={({ target: { checked } }) => onChange(checked)}>
      <Typography.Text type={draft.closed ? 'danger' : 'secondary'}>
        {t('transit.missing', { quantity: quantityText(difference.toFixed()) })}
      </Typography.Text>
    </Checkbox>
  );
}

interface ReceiptsProps {
  readonly receipts: readonly {
    readonly id: string;
    readonly number: string;
    readonly time: string;
    readonly creatorName: string;
    readonly remark: string;
    readonly arrived: string;
    readonly missing: string;
  }[];
  readonly busy: boolean;
  readonly onTakeBack: (id: string) => void;
}

/** Lists earlier receipts, revertible while the goods are still in place. */
function Receipts({ receipts, busy, onTakeBack }: ReceiptsProps) {
  const { timeZone } = useSettings();
  if (receipts.length === 0) return null;
  return (
    <section style={{ marginTop: 16 }}>
      <h4>{t('transit.receipts')}</h4>
      <ul style={{ margin: 0, paddingInlineStart: 18 }}>
        {receipts.map((one) => (
          <li key={one.id}>
            {one.number} · {timeText(one.time, timeZone)} · {one.creatorName} ·{' '}
            {t('transit.receipt', {
              arrived: quantityText(one.arrived),
              missing: quantityText(one.missing),
            })}{' '}
            {one.remark}
            <Button type="link" size="small" disabled={busy} onClick={() => onTakeBack(one.id)}>
              {t('transit.takeBack')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ButtonProps {
  readonly reply: Pick<DocumentReply, 'id' | 'travels' | 'inForce' | 'status'>;
  readonly onDone: () => void;
}

/** Opens the receipt of goods in transit; hidden for other documents. */
export function ReceiveButton({ reply, onDone }: ButtonProps) {
  const [open, setOpen] = useState(false);
  if (!reply.travels || !reply.inForce || reply.status === '0') return null;
  return (
    <>
      <Button type={reply.status === '2' ? 'default' : 'primary'} onClick={() => setOpen(true)}>
        {t('transit.open')}
      </Button>
      {open && <ReceiveDialog id={reply.id} onClose={() => setOpen(false)} onDone={onDone} />}
    </>
  );
}
