import { fieldLabel, logisticsOrders } from '@tradehouse/contract';
import type { ShipmentEntry } from '@tradehouse/contract';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { callEndpoint } from '../../app/net/client.ts';
import { language } from '../../app/session/language.ts';
import { useSettings } from '../../app/settings/settings.ts';
import { timeText } from '../../control/format.ts';
import { choiceOf } from '../../record/labels.ts';
import { Failed } from '../../record/states.tsx';
import { t } from '../../phrase/index.ts';

type ShipmentFieldChange = ShipmentEntry['changes'][number];

/** Formats a value for the reader. */
function toShipmentValueText(field: string, value: string | null, timeZone: string): string {
  if (value === null) return t('empty.none');
  if (value === 'true' || value === 'false') return t(value === 'true' ? 'flag.yes' : 'flag.no');
  if (field === 'eventTime') return timeText(value, timeZone);
  return choiceOf(field === 'state' ? 'trackState' : field, value);
}

function changeText(
  { field, before, after }: ShipmentFieldChange,
  step: ShipmentEntry['step'],
  zone: string,
) {
  const ofEvent = step === 'addEvent' || step === 'removeEvent';
  const label = fieldLabel(language, ofEvent ? 'logistics_track' : 'logistics_order', field);
  const now = toShipmentValueText(field, after ?? before, zone);
  const whole = step !== 'update' || before === null;
  return whole
    ? `${label} ${now}`
    : `${label} ${toShipmentValueText(field, before, zone)} → ${toShipmentValueText(field, after, zone)}`;
}

/** Shows a shipment's change log: action, user and time, newest first. */
export function ShipmentLog({ id }: { readonly id: string }): ReactNode {
  const { timeZone } = useSettings();
  const { data, error, refetch } = useQuery({
    queryKey: ['shipment', 'log', id],
    queryFn: () => callEndpoint(logisticsOrders.log, { id }, { quiet: true }),
    staleTime: 0,
  });
  if (error !== null) return <Failed error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton active paragraph={{ rows: 2 }} />;
  return (
    <ol className="tracks" aria-label={t('shipment.log')}>
      {data.map(({ id: entry, at, userName, step, changes }) => (
        <li key={entry}>
          <time dateTime={at}>{timeText(at, timeZone)}</time> {userName}{' '}
          <strong>{t(`shipment.step.${step}`)}</strong>
          <div className="track-changes">
            {changes.map((change) => changeText(change, step, timeZone)).join(' · ')}
          </div>
        </li>
      ))}
    </ol>
  );
}
