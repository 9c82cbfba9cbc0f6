import { StopOutlined } from '@ant-design/icons';
import { logisticsOrders, trackPage } from '@tradehouse/contract';
import type { LogisticsOrderInfo } from '@tradehouse/contract';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { call } from '../../app/net/client.ts';
import { notices } from '../../app/notices.ts';
import { outdate } from '../../app/net/query.ts';
import { useMay } from '../../app/settings/permission.ts';
import { PaneModal } from '../../control/PaneModal.tsx';
import { ReadModal } from '../../control/ReadModal.tsx';
import { t } from '../../phrase/index.ts';
import { ShipmentLog } from './ShipmentLog.tsx';
import { ShippingLabels } from './ShippingLabels.tsx';
import { Tracks } from './Tracks.tsx';
import './carrier.css';

/** What a change of what is sent makes another: itself, lists, and its document. */
export const outdateShipment = (): Promise<void> =>
  outdate(['list'], ['shipment'], ['document'], ['delivery']);

/** Voids what is sent once the user is sure; answers the number that its document carries then, or null: it stands. */
export async function voidShipment({
  id,
  number,
  tracking,
}: Pick<LogisticsOrderInfo, 'id' | 'number' | 'tracking'>): Promise<string | null> {
  const name = tracking === '' ? number : tracking;
  const sure = await notices().modal.confirm({
    title: t('shipment.voidAsk', { number: name }),
    okText: t('shipment.void'),
  });
  if (!sure) return null;
  const carried = await call(logisticsOrders.void, { id });
  void notices().message.success(t('shipment.voided', { number: name }));
  await outdateShipment();
  return carried.tracking;
}

/** What was sent: its events, and its label. */
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
      read={() => call(logisticsOrders.infoCall, { id }, { quiet: true })}
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
          <Tracks order={order} onDone={() => void outdateShipment()} />
          {order.tracking !== '' && order.state !== 'cancelled' && <ShippingLabels order={order} />}
          <h3>{t('shipment.log')}</h3>
          <ShipmentLog id={order.id} />
        </PaneModal>
      )}
    </ReadModal>
  );
}
