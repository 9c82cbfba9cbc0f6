// Calendar of every page: today and picked moments are on the company's clock, in any browser.
import dayjs from 'dayjs';
import { settingsNow } from '../app/settings/settings.ts';
import { instantOfWallTime, wallTime } from './zone.ts';

export { DatePicker } from 'antd';

/** The company's time zone; the browser's own where no company is known yet. */
const zoneNow = (): string =>
  settingsNow()?.timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Converts an instant to a calendar value without zone: the company's clock time. */
export const shownAt = (iso: string): dayjs.Dayjs => dayjs(wallTime(iso, zoneNow()));

/** Converts a calendar value on the company's clock to an ISO instant. */
export const pickedAt = (day: dayjs.Dayjs): string =>
  instantOfWallTime(day.format('YYYY-MM-DD HH:mm:ss'), zoneNow());

// The calendar uses a day's `tz` for its current time, if defined.
dayjs.extend((_, Day) =>
  Object.assign(Day.prototype, { tz: () => shownAt(new Date().toISOString()) }),
);
