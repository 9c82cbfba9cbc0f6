import { dayRanges } from '@tradehouse/contract';
import { DatePicker } from './DatePicker.tsx';
import dayjs from 'dayjs';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useSettings } from '../app/settings/settings.ts';
import { t } from '../phrase/index.ts';
import { todayIn } from './format.ts';

/** Two days, `YYYY-MM-DD`, both inclusive. */
export type DateRangeDays = readonly [since: string, until: string];

export interface DateRangeProps {
  /** A null end is open and shown empty. */
  readonly value?: readonly [since: string | null, until: string | null] | null;
  readonly onChange?: (days: DateRangeDays | null) => void;
  readonly id?: string;
  readonly allowClear?: boolean;
}

type Ends = [since: dayjs.Dayjs | null, until: dayjs.Dayjs | null];

const toDayjs = (day: string | null): dayjs.Dayjs | null => (day === null ? null : dayjs(day));

/** A range of days with the common ranges at hand. */
export function DateRange({ value, onChange, id, allowClear = true }: DateRangeProps): ReactNode {
  const { timeZone } = useSettings();
  // A single end is no range yet: visible until the second is given.
  const [half, setHalf] = useState<Ends | null>(null);
  const presets = dayRanges(todayIn(timeZone)).map(({ range, days }) => ({
    label: t(`range.${range}`),
    value: [dayjs(days[0]), dayjs(days[1])] satisfies [dayjs.Dayjs, dayjs.Dayjs],
  }));
  return (
    <DatePicker.RangePicker
      {...(id === undefined ? {} : { id })}
      allowClear={allowClear}
      presets={presets}
      // A mandatory end would trap the keyboard (WCAG 2.1.2).
      allowEmpty={[true, true]}
      value={
        half ??
        (value === undefined || value === null ? null : [toDayjs(value[0]), toDayjs(value[1])])
      }
      onChange={(picked) => {
        const [since = null, until = null] = picked ?? [];
        const isHalf = (since === null) !== (until === null);
        setHalf(isHalf ? [since, until] : null);
        if (isHalf && (value === undefined || value === null)) return;
        const isWhole = since !== null && until !== null;
        onChange?.(isWhole ? [since.format('YYYY-MM-DD'), until.format('YYYY-MM-DD')] : null);
      }}
    />
  );
}
