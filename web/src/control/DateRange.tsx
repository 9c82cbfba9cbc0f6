import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import { useSettings } from '../app/settings/settings.ts';
import { t } from '../phrase/index.ts';
import { todayIn } from './format.ts';

/** Two days, `YYYY-MM-DD`, both inclusive. */
export type Days = readonly [since: string, until: string];

/** The ranges people ask for, counted from the tenant's today. */
export function commonRanges(today: string): readonly {
  readonly key: 'today' | 'week' | 'month' | 'lastMonth' | 'threeMonths' | 'year';
  readonly days: Days;
}[] {
  const now = dayjs(today);
  const text = (day: dayjs.Dayjs): string => day.format('YYYY-MM-DD');
  const before = now.subtract(1, 'month');
  return [
    { key: 'today', days: [today, today] },
    { key: 'week', days: [text(now.subtract(6, 'day')), today] },
    { key: 'month', days: [text(now.startOf('month')), today] },
    { key: 'lastMonth', days: [text(before.startOf('month')), text(before.endOf('month'))] },
    { key: 'threeMonths', days: [text(now.subtract(3, 'month')), today] },
    { key: 'year', days: [text(now.startOf('year')), today] },
  ];
}

export interface DateRangeProps {
  readonly value?: Days | null;
  readonly onChange?: (days: Days | null) => void;
  readonly id?: string;
  readonly allowClear?: boolean;
}

/** A range of days with the common ranges at hand. */
export function DateRange({ value, onChange, id, allowClear = true }: DateRangeProps): ReactNode {
  const { timeZone } = useSettings();
  const presets = commonRanges(todayIn(timeZone)).map(({ key, days }) => ({
    label: t(`range.${key}`),
    value: [dayjs(days[0]), dayjs(days[1])] satisfies [dayjs.Dayjs, dayjs.Dayjs],
  }));
  return (
    <DatePicker.RangePicker
      {...(id === undefined ? {} : { id })}
      allowClear={allowClear}
      presets={presets}
      value={value === undefined || value === null ? null : [dayjs(value[0]), dayjs(value[1])]}
      onChange={(picked) => {
        const [since, until] = picked ?? [];
        const whole =
          since !== null && since !== undefined && until !== null && until !== undefined;
        onChange?.(whole ? [since.format('YYYY-MM-DD'), until.format('YYYY-MM-DD')] : null);
      }}
    />
  );
}
