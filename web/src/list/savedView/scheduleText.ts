import type { Schedule } from '@tradehouse/contract';
import { t } from '../../phrase/index.ts';

/** The days of a week from Monday. */
export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;

/** Formats an hour in clock style. */
export const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** Describes the rhythm of a schedule in words. */
export function rhythmText({
  every,
  onDay,
  hour,
}: Pick<Schedule, 'every' | 'onDay' | 'hour'>): string {
  const at = hourText(hour);
  if (every === 'day') return t('view.whenDay', { hour: at });
  if (every === 'month') return t('view.whenMonth', { day: onDay, hour: at });
  const weekday = weekdays.find((day) => day === onDay) ?? 1;
  return t('view.whenWeek', { weekday: t(`view.weekday.${weekday}`), hour: at });
}
