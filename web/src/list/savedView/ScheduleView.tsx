import { scheduleFormats, scheduleSteps, scheduleView, unscheduleView } from '@tradehouse/contract';
import type { InputOf, Schedule } from '@tradehouse/contract';
import { Button, Checkbox, Form, Select } from 'antd';
import type { ReactNode } from 'react';
import { useId, useState } from 'react';
import { callEndpoint } from '../../app/net/client.ts';
import { getNotices } from '../../app/notices.ts';
import { useSettings } from '../../app/settings/settings.ts';
import { useBusy } from '../../app/useBusy.ts';
import { PaneModal } from '../../control/PaneModal.tsx';
import { timeText } from '../../control/format.ts';
import { t } from '../../phrase/index.ts';
import { hourText, weekdays } from './scheduleText.ts';
import { outdateViews } from './useViews.ts';

type ViewScheduleDraft = Omit<InputOf<typeof scheduleView>, 'id' | 'now'>;

/** Default schedule: every morning, the most common wish. */
const MORNING: ViewScheduleDraft = { every: 'day', onDay: 1, hour: 8, format: 'xlsx' };

const listNumbersBetween = (since: number, until: number): readonly number[] =>
  Array.from({ length: until - since + 1 }, (_, at) => since + at);

interface Props {
  readonly view: { readonly id: string; readonly name: string };
  readonly schedule: Schedule | null;
  readonly onClose: () => void;
}

/** Schedules sending a view to the user by the company's clock, or ends sending. */
export function ScheduleView({ view, schedule, onClose }: Props): ReactNode {
  const { timeZone } = useSettings();
  const { every, onDay, hour, format } = schedule ?? MORNING;
  const [rhythm, set] = useState<ViewScheduleDraft>({ every, onDay, hour, format });
  const [now, setNow] = useState(false);
  const [busy, run] = useBusy();
  const ended = async (message: string): Promise<void> => {
    await outdateViews();
    void getNotices().message.success(message);
    onClose();
  };
  const start = () =>
    run(async () => {
      const { next } = await callEndpoint(scheduleView, { id: view.id, ...rhythm, now });
      const time = timeText(next, timeZone);
      await ended(now ? t('view.comesNow') : t('view.scheduled', { time }));
    });
  const stop = () =>
    run(async () => {
      await callEndpoint(unscheduleView, { id: view.id });
      await ended(t('view.stopped'));
    });
  return (
    <PaneModal
      width={480}
      title={t('view.scheduleTitle', { name: view.name })}
      onCancel={onClose}
      onSubmit={() => void start()}
      footer={
        <>
          {schedule === null ? null : (
            <Button danger disabled={busy} onClick={() => void stop()}>
              {t('view.stop')}
            </Button>
          )}
          <Button onClick={onClose}>{t('act.cancel')}</Button>
          <Button type="primary" loading={busy} onClick={() => void start()}>
            {t('act.save')}
          </Button>
        </>
      }
    >
      <p className="quiet">{t('view.scheduleHint')}</p>
      <ScheduleFields rhythm={rhythm} onChange={set} />
      <Checkbox checked={now} onChange={({ target }) => setNow(target.checked)}>
        {t('view.firstNow')}
      </Checkbox>
    </PaneModal>
  );
}

interface ScheduleFieldsProps {
  readonly rhythm: ViewScheduleDraft;
  readonly onChange: (rhythm: ViewScheduleDraft) => void;
}

function ScheduleFields({ rhythm, onChange }: ScheduleFieldsProps): ReactNode {
  const id = useId();
  const { every, onDay, hour, format } = rhythm;
  const field = <Value extends string | number>(
    name: keyof ViewScheduleDraft,
    label: string,
    value: Value,
    options: { value: Value; label: string }[],
    extra?: string,
  ): ReactNode => (
    <Form.Item label={label} htmlFor={`${id}${name}`} {...(extra === undefined ? {} : { extra })}>
      <Select
        id={`${id}${name}`}
        value={value}
        options={options}
        onChange={(next) => onChange({ ...rhythm, [name]: next })}
      />
    </Form.Item>
  );
  return (
    <Form layout="vertical" component={false}>
      <Form.Item label={t('view.every')} htmlFor={`${id}every`}>
        <Select
          id={`${id}every`}
          value={every}
          options={scheduleSteps.map((step) => ({ value: step, label: t(`view.every.${step}`) }))}
          onChange={(next) => onChange({ ...rhythm, every: next, onDay: 1 })}
        />
      </Form.Item>
      {every === 'week'
        ? field(
            'onDay',
            t('view.weekday'),
            onDay,
            weekdays.map((day) => ({ value: day, label: t(`view.weekday.${day}`) })),
          )
        : null}
      {every === 'month'
        ? field(
            'onDay',
            t('view.monthDay'),
            onDay,
            listNumbersBetween(1, 31).map((day) => ({ value: day, label: String(day) })),
            onDay > 28 ? t('view.monthDayHint') : undefined,
          )
        : null}
      {field(
        'hour',
        t('view.hour'),
        hour,
        listNumbersBetween(0, 23).map((each) => ({ value: each, label: hourText(each) })),
      )}
      {field(
        'format',
        t('view.format'),
        format,
        scheduleFormats.map((each) => ({ value: each, label: t(`view.format.${each}`) })),
      )}
    </Form>
  );
}
