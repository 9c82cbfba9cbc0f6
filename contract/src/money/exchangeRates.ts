import { Type } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Optional } from '../field.ts';
import * as is from '../fieldTypes.ts';
import { entered, record, remarked } from '../record.ts';
import { Closed, Day, DecimalString, Instant, PositiveString } from '../resource.ts';

export const exchangeRatePage = '/system/exchange_rate';
/** Three letters, as banks write it: USD. */
export const CurrencyCode = Type.String({ pattern: '^[A-Z]{3}$', rule: 'currency' });

/** What one of another currency is worth in the company's own from a day on, until a later day says otherwise. */
export const exchangeRates = record({
  id: 'exchangeRates',
  subject: 'exchange_rate',
  called: { 'zh-cn': '汇率', en: 'Exchange rate' },
  path: '/exchangeRate',
  page: exchangeRatePage,
  unique: 'currency',
  within: ['day'],
  order: { column: 'day', direction: 'desc' },
  filters: {
    dates: { by: 'range', columns: ['day'], control: 'dates', first: true },
  },
  fields: {
    currency: {
      ...entered('currency', is.taking(is.key, CurrencyCode), { width: 90, matters: 'most' }),
      filters: 'first',
    },
    day: {
      ...entered('day', is.taking(is.day, Day), { width: 120 }),
      called: { 'zh-cn': '日期', en: 'Day' },
    },
    rate: {
      ...entered('rate', is.taking(is.quantity, PositiveString), { width: 130 }),
      called: { 'zh-cn': '汇率', en: 'Rate' },
    },
    remark: { ...remarked, filters: 'more' },
  },
});

/** Of each currency that has any, the rate of the day of a time (absent: now): the latest that is not after it. */
export const ratesOfDay = endpoint({
  call: 'GET /exchangeRate/ratesOfDay',
  summary: 'The exchange rates of a day',
  access: 'signedIn',
  input: Closed({ time: Optional(Instant) }),
  reply: Type.Array(Closed({ currency: Type.String(), day: Type.String(), rate: DecimalString })),
});
