import { carrierServices } from '@tradehouse/domain';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import {
  Name,
  Optional,
  Phone,
  ShownAmount,
  Text,
  TrackingAddress,
  WebAddress,
  literals,
} from '../field.ts';
import * as is from '../fieldTypes.ts';
import type { FieldType } from '../fieldTypes.ts';
import { entered, named, record, remarked, sorted, switched } from '../record.ts';
import { AmountString, Closed, Id, Nullable, choices } from '../resource.ts';

export const logisticsCompanyPage = '/logistic/company';

export const CarrierServiceChoice = literals(carrierServices);
/** A tariff is read whole whenever a rate is asked for. */
export const MOST_TARIFF_LINES = 500;

/** It goes in a header, which holds no other characters. */
const ClientId = Type.String({ maxLength: 100, pattern: '^[!-~]*$' });

const span = {
  service: CarrierServiceChoice,
  /** A part of an address or the beginning of a postcode; '': everywhere else. */
  zone: Text(60),
  fromKg: AmountString,
  /** Null: whatever it weighs. */
  toKg: Nullable(AmountString),
};
const Days = Nullable(Type.Integer({ minimum: 1, maximum: 365 }));
const TariffLineInput = Closed({
  ...span,
  base: AmountString,
  perKg: AmountString,
  signatureFee: AmountString,
  days: Days,
});
export type TariffLineInput = Static<typeof TariffLineInput>;

/** What it takes where its API is not asked. Null for anyone who may not see freight, and then it stays as it is. */
const tariff = {
  reply: Nullable(
    Type.Array(
      Closed({
        ...span,
        base: ShownAmount,
        perKg: ShownAmount,
        signatureFee: ShownAmount,
        days: Days,
      }),
    ),
  ),
  takes: Optional(Type.Array(TariffLineInput, { maxItems: MOST_TARIFF_LINES })),
  column: { type: 'text' },
  shown: 'asIs',
} as const satisfies FieldType;

/** Typed in, sealed and never told: absent, it stays as it is; empty, or without an address, it is forgotten. */
const secret = is.taking(is.words, Optional(Text(200)));

/** Carriers: how they are reached, and what they take. Name and code are each unique in the company. */
export const logisticsCompanies = record({
  id: 'logisticsCompanies',
  subject: 'logistics_company',
  called: { 'zh-cn': '物流公司', en: 'Logistics company' },
  path: '/logistics/company',
  page: logisticsCompanyPage,
  fields: {
    name: named(2, 60),
    code: {
      ...entered('code', is.taking(is.key, Name(1, 30)), { width: 110, matters: 'most' }),
      filters: 'first',
      called: { 'zh-cn': '编码', en: 'Code' },
    },
    contacts: entered('contacts', is.text(60)),
    phone: entered('phone', is.taking(is.key, Optional(Phone))),
    address: entered('address', is.text(200), { width: 200 }),
    orderPrefix: {
      ...entered('order_prefix', is.taking(is.key, Optional(Text(10))), { width: 100 }),
      called: { 'zh-cn': '单号前缀', en: 'Order prefix' },
    },
    trackingUrl: {
      ...entered('tracking_url', is.taking(is.key, Optional(TrackingAddress)), { width: 220 }),
      called: { 'zh-cn': '跟踪地址', en: 'Tracking address' },
    },
    /** Whom its freight is owed to and paid. */
    partnerId: {
      is: is.one('supplier'),
      keeps: 'partner_id',
      enters: 'form',
      called: { 'zh-cn': '运费结算供应商', en: 'Freight is paid to' },
    },
    partnerName: {
      is: is.words,
      reads: 'both',
      lists: { optional: true },
      called: { 'zh-cn': '运费结算供应商', en: 'Freight is paid to' },
    },
    clientUrl: {
      is: is.taking(is.key, Optional(WebAddress)),
      keeps: 'client_url',
      enters: 'form',
      called: { 'zh-cn': '接口地址', en: 'API address' },
    },
    clientId: {
      is: is.taking(is.key, Optional(ClientId)),
      keeps: 'client_id',
      enters: 'form',
      called: { 'zh-cn': '接口账号', en: 'Client ID' },
    },
    clientSecret: {
      is: secret,
      enters: 'call',
      called: { 'zh-cn': '接口密钥', en: 'Client secret' },
    },
    hasSecret: { is: is.flag, reads: 'info' },
    /** It can be asked: there is an address, an id and a secret. */
    configured: {
      is: is.flag,
      reads: 'list',
      lists: { width: 80 },
      called: { 'zh-cn': '接口', en: 'API' },
    },
    tariff: {
      is: tariff,
      reads: 'info',
      enters: 'call',
      called: { 'zh-cn': '运价', en: 'Tariff' },
    },
    remark: remarked,
    sort: sorted,
    enabled: { ...switched, filters: 'first' },
  },
});

/** Enabled ones, by their order. */
export const logisticsCompanyChoices = choices({
  path: '/logistics/company/findBySelect',
  summary: 'Logistics companies for a select',
  row: { id: Id, name: Type.String(), code: Type.String() },
});

/** Asks what is typed in, or kept of it, whether it answers; refuses `carrier.unreachable`. */
export const testCarrier = endpoint({
  call: 'POST /logistics/company/test',
  summary: "Ask whether a logistics company's API answers",
  access: { page: logisticsCompanyPage, button: '1' },
  writes: false,
  labels: 'logisticsCompanies',
  input: Closed({
    /** Whose secret is taken where none is typed in. */
    id: Optional(Id),
    name: Text(60),
    clientUrl: WebAddress,
    clientId: ClientId,
    clientSecret: Optional(Text(200)),
  }),
  reply: Closed({ reachable: Type.Boolean() }),
});
