import { ReloadOutlined, StopOutlined } from '@ant-design/icons';
import { logisticsOrders, trackPage } from '@tradehouse/contract';
import type { LogisticsOrderInfo } from '@tradehouse/contract';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { callEndpoint } from '../../app/net/client.ts';
import { CallError } from '../../app/net/envelope.ts';
import { getNotices } from '../../app/notices.ts';
import { invalidateQueryKeys } from '../../app/net/query.ts';
import { useMay } from '../../app/settings/permission.ts';
import { useBusy } from '../../app/useBusy.ts';
import { PaneModal } from '../../control/PaneModal.tsx';
import { ReadModal } from '../../control/ReadModal.tsx';
import { t } from '../../phrase/index.ts';
import { CarrierCalls } from './CarrierCalls.tsx';
import { ShipmentLog } from './ShipmentLog.tsx';
import { ShippingLabels } from './ShippingLabels.tsx';
import { Tracks } from './Tracks.tsx';
import './carrier.css';

/** Invalidates queries affected by a shipment change: the shipment, lists and its document. */
export const outdateShipment = (): Promise<void> =>
  invalidateQueryKeys(['list'], ['shipment'], ['document'], ['delivery']);

/** Refusals of a void without an answer of the carrier, or with a refusal. */
const carrierFailures: ReadonlySet<unknown> = new Set([
  'carrier.refused',
  'carrier.unreachable',
  'carrier.labelUnknown',
  'carrier.secret',
  'carrier.noAccess',
]);

/** Voids at the carrier, or only here after a second confirmation if the carrier does not void. */
async function voidAtCarrier(id: string): Promise<{ readonly tracking: string } | null> {
  try {
    return await callEndpoint(logisticsOrders.void, { id });
  } catch (error) {
    const key = error instanceof CallError ? error.facts['key'] : undefined;
    if (!carrierFailures.has(key)) throw error;
    const sure = await getNotices().modal.confirm({
      title: t('shipment.voidOnlyHereAsk'),
      okText: t('shipment.voidOnlyHere'),
    });
    return sure ? callEndpoint(logisticsOrders.void, { id, onlyHere: true }) : null;
  }
}

/**
 * Voids a shipment after confirmation; returns the document's resulting tracking number, or null if not
 * voided.
 */
export async function voidShipment({
  id,
  number,
  tracking,
}: Pick<LogisticsOrderInfo, 'id' | 'number' | 'tracking'>): Promise<string | null> {
  const name = tracking === '' ? number : tracking;
  const sure = await getNotices().modal.confirm({
    title: t('shipment.voidAsk', { number: name }),
    okText: t('shipment.void'),
  });
  if (!sure) return null;
  const carried = await voidAtCarrier(id);
  if (carried === null) return null;
  void getNotices().message.success(t('shipment.voided', { number: name }));
  await outdateShipment();
  return carried.tracking;
}

/** Shows a shipment: tracking events and label. */
export function TrackDialog({
  id,
  onClose,
}: {
  readonly id: string;
  readonly onClose: () => void;
}): ReactNode {
  const may = useMay();
  return (
    <ReadModal
      title={t('shipment.track')}
      width={900}
      onCancel={onClose}
      queryKey={['shipment', id]}
      read={() => callEndpoint(logisticsOrders.infoCall, { id }, { quiet: true })}
    >
      {(order) => (
        <PaneModal
          title={`${t('shipment.track')} ${order.tracking === '' ? order.number : order.tracking}`}
          width={900}
          onCancel={onClose}
          footer={
            <>
              {may(trackPage, '1') && order.state === 'created' && (
                <Button
                  danger
                  icon={<StopOutlined aria-hidden />}
                  onClick={() => void voidShipment(order)}
                >
                  {t('shipment.void')}
                </Button>
              )}
              <Button onClick={onClose}>{t('act.close')}</Button>
            </>
          }
        >
          <p>
            {order.companyName} · {order.receiver} · {order.address}
            {order.trackingLink !== '' && (
              <>
                {' · '}
                <a href={order.trackingLink} target="_blank" rel="noopener noreferrer">
                  {t('shipment.openCarrier')}
                </a>
              </>
            )}
          </p>
          {may(trackPage, '1') && order.hasApi && order.tracking !== '' && (
            <AskTracks id={order.id} />
          )}
          <Tracks order={order} onDone={() => void outdateShipment()} />
          {order.tracking !== '' && order.state !== 'cancelled' && <ShippingLabels order={order} />}
          <h3>{t('shipment.log')}</h3>
          <ShipmentLog id={order.id} />
          {order.hasApi && <CarrierCalls fixed={{ orderId: order.id }} />}
        </PaneModal>
      )}
    </ReadModal>
  );
}

function AskTracks({ id }: { readonly id: string }) {
  const [busy, run] = useBusy();
  const ask = () =>
    run(async () => {
      const { added } = await callEndpoint(logisticsOrders.askTracks, { id });
      void getNotices().message.success(t('shipment.asked', { count: added }));
      await outdateShipment();
    });
  return (
    <Button icon={<ReloadOutlined aria-hidden />} loading={busy} onClick={() => void ask()}>
      {t('shipment.ask')}
    </Button>
  );
}
