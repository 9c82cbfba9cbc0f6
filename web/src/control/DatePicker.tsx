// The calendar of every page: its today, and the moments picked in it, are on the company's clock, wherever the browser stands.
import dayjs from 'dayjs';
import { settingsNow } from '../app/settings/settings.ts';
import { instantOf, wallTime } from './zone.ts';

export { DatePicker } from 'antd';

/** The company's time zone; the browser's own where no company is known yet. */
const zoneNow = (): string =>
  settingsNow()?.timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** An instant as a calendar holds it, which knows no zones: what the company's clock shows then. */
export const shownAt = (iso: string): dayjs.Dayjs => dayjs(wallTime(iso, zoneNow()));

/** The instant, as ISO, at which the company's clock shows what a calendar holds. */
export const pickedAt = (day: dayjs.Dayjs): string =>
  instantOf(day.format('YYYY-MM-DD HH:mm:ss'), zoneNow());

// A calendar asks days for the time of their zone, where they know one; then that is its now.
dayjs.extend((_, Day) =>
  Object.assign(Day.prototype, { tz: () => shownAt(new Date().toISOString()) }),
);
