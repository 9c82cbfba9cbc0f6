import { DeleteOutlined } from '@ant-design/icons';
import { logisticsOrders, trackPage } from '@tradehouse/contract';
import type { InputOf, LogisticsOrderInfo } from '@tradehouse/contract';
import { eventStates } from '@tradehouse/domain';
import { Button, Input, Select } from 'antd';
import type dayjs from 'dayjs';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { callEndpoint } from '../../app/net/client.ts';
import { getNotices } from '../../app/notices.ts';
import { useMay } from '../../app/settings/permission.ts';
import { useSettings } from '../../app/settings/settings.ts';
import { useBusy } from '../../app/useBusy.ts';
import { DatePicker, pickedAt, shownAt } from '../../control/DatePicker.tsx';
import { timeText } from '../../control/format.ts';
import { IconButton } from '../../control/IconButton.tsx';
import { StatusTag } from '../../control/StatusTag.tsx';
import type { StatusMeaning } from '../../control/StatusTag.tsx';
import { choiceOf } from '../../record/labels.ts';
import { t } from '../../phrase/index.ts';

const meanings: Readonly<Record<string, StatusMeaning>> = {
  delivered: 'done',
  exception: 'refused',
  returned: 'refused',
  cancelled: 'quiet',
  created: 'action',
};

export const TrackState = ({ state }: { readonly state: string }): ReactNode => (
  <StatusTag meaning={meanings[state] ?? 'partial'}>{choiceOf('trackState', state)}</StatusTag>
);

interface Props {
  readonly order: LogisticsOrderInfo;
  /** Events have come or gone. */
  readonly onDone: () => void;
}

/** Shows a shipment's events, newest first, and manual entries. */
export function Tracks({ order, onDone }: Props): ReactNode {
  const may = useMay();
  const { timeZone } = useSettings();
  const mayTell = may(trackPage, '1') && order.tracking !== '' && order.state !== 'cancelled';
  const remove = async (id: string, time: string): Promise<void> => {
    const sure = await getNotices().modal.confirm({ title: t('shipment.deleteAsk', { time }) });
    if (!sure) return;
    await callEndpoint(logisticsOrders.removeTrack, { id });
    onDone();
  };
  return (
    <section aria-label={t('shipment.events')}>
      <h3>{t('shipment.events')}</h3>
      {order.tracks.length === 0 && <p>{t('shipment.noEvents')}</p>}
      <ol className="tracks">
        {order.tracks.map(({ id, eventTime, state, place, description, source, userName }) => (
          <li key={id}>
            <time dateTime={eventTime}>{timeText(eventTime, timeZone)}</time>{' '}
            <TrackState state={state} />{' '}
            {[place, description, userName].filter((text) => text !== '').join(' · ')}
            {mayTell && source === 'manual' && (
              <IconButton
                icon={<DeleteOutlined aria-hidden />}
                label={t('shipment.deleteEvent')}
                onClick={() => void remove(id, timeText(eventTime, timeZone))}
              />
            )}
          </li>
        ))}
      </ol>
      {mayTell && <NewTrack orderId={order.id} onDone={onDone} />}
    </section>
  );
}

type ShipmentTrackState = InputOf<typeof logisticsOrders.addTrack>['state'];

function NewTrack({ orderId, onDone }: Pick<Props, 'onDone'> & { readonly orderId: string }) {
  const [time, setTime] = useState<dayjs.Dayjs>(() => shownAt(new Date().toISOString()));
  const [state, setState] = useState<ShipmentTrackState>('pickedUp');
  const [place, setPlace] = useState('');
  const [description, setDescription] = useState('');
  const [busy, run] = useBusy();
  const add = () =>
    run(async () => {
      const eventTime = pickedAt(time);
      await callEndpoint(logisticsOrders.addTrack, {
        orderId,
        eventTime,
        state,
        place,
        description,
      });
      void getNotices().message.success(t('shipment.eventAdded'));
      setPlace('');
      setDescription('');
      onDone();
    });
  return (
    <div className="shipment-fields">
      <label>
        {t('shipment.eventTime')}
        <DatePicker
          showTime={{ format: 'HH:mm' }}
          format="YYYY-MM-DD HH:mm"
          allowClear={false}
          value={time}
          onChange={(day: dayjs.Dayjs | null) => setTime(day ?? time)}
        />
      </label>
      <label>
        {t('shipment.eventState')}
        <Select
          aria-label={t('shipment.eventState')}
          value={state}
          options={eventStates.map((value) => ({ value, label: choiceOf('trackState', value) }))}
          onChange={setState}
        />
      </label>
      <label>
        {t('shipment.eventPlace')}
        <Input value={place} maxLength={100} onChange={(event) => setPlace(event.target.value)} />
      </label>
      <label>
        {t('shipment.eventText')}
        <Input
          value={description}
          maxLength={200}
          onChange={(event) => setDescription(event.target.value)}
        />
      </label>
      <Button type="primary" disabled={busy} onClick={() => void add()}>
        {t('shipment.addEvent')}
      </Button>
    </div>
  );
}
