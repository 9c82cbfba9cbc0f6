import { Type } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { RecordCurrencyCode, Optional } from '../field.ts';
import * as is from '../fieldTypes.ts';
import { formField, defineRecord, remarked } from '../record.ts';
import { Closed, Day, DecimalString, Instant, PositiveString } from '../resource.ts';

export const exchangeRatePage = '/system/exchange_rate';

/** Rate of a currency to the company's own, from a day until the next rate. */
export const exchangeRates = defineRecord({
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
      ...formField('currency', is.withInputSchema(is.key, RecordCurrencyCode), {
        width: 90,
        matters: 'most',
      }),
      filters: 'first',
    },
    day: {
      ...formField('day', is.withInputSchema(is.day, Day), { width: 120 }),
      called: { 'zh-cn': '日期', en: 'Day' },
    },
    rate: {
      ...formField('rate', is.withInputSchema(is.quantity, PositiveString), { width: 130 }),
      called: { 'zh-cn': '汇率', en: 'Rate' },
    },
    remark: { ...remarked, filters: 'more' },
  },
});

/** Latest rate per currency on the day of a time (absent: now). */
export const ratesOfDay = defineEndpoint({
  call: 'GET /exchangeRate/ratesOfDay',
  summary: 'The exchange rates of a day',
  access: 'signedIn',
  input: Closed({ time: Optional(Instant) }),
  reply: Type.Array(Closed({ currency: Type.String(), day: Type.String(), rate: DecimalString })),
});
