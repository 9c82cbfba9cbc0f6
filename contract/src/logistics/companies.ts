import { carrierAdapters, carrierServices } from '@tradehouse/domain';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import {
  NameText,
  Optional,
  Phone,
  ShownAmount,
  Text,
  TrackingAddress,
  WebAddress,
  toLiteralUnion,
} from '../field.ts';
import * as is from '../fieldTypes.ts';
import type { FieldType } from '../fieldTypes.ts';
import { formField, nameField, defineRecord, remarked, sorted, switched } from '../record.ts';
import { AmountString, Closed, Id, Nullable, defineChoices } from '../resource.ts';

export const logisticsCompanyPage = '/logistic/company';

export const CarrierServiceChoice = toLiteralUnion(carrierServices);
/** A tariff is read whole whenever a rate is asked for. */
export const MOST_TARIFF_LINES = 500;

/** Printable ASCII only: the id goes into a header. */
const ClientId = Type.String({ maxLength: 100, pattern: '^[!-~]*$' });

const span = {
  service: CarrierServiceChoice,
  /** A part of an address or the beginning of a postcode; '': everywhere else. */
  zone: Text(60),
  fromKg: AmountString,
  /** Null: any weight. */
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

/** Tariff of carriers without an API. Null without access to freight; a save then leaves it unchanged. */
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

/** Secret, encrypted and never returned. Absent: unchanged; empty, or no address: deleted. */
const secret = is.withInputSchema(is.words, Optional(Text(200)));

/** Carriers: API access and tariff. Name and code are each unique in the company. */
export const logisticsCompanies = defineRecord({
  id: 'logisticsCompanies',
  subject: 'logistics_company',
  called: { 'zh-cn': '物流公司', en: 'Logistics company' },
  path: '/logistics/company',
  page: logisticsCompanyPage,
  alsoUnique: { code: 'logisticsCompany.code' },
  fields: {
    name: nameField(2, 60),
    code: {
      ...formField('code', is.withInputSchema(is.key, NameText(1, 30)), {
        width: 110,
        matters: 'most',
      }),
      filters: 'first',
      called: { 'zh-cn': '编码', en: 'Code' },
    },
    contacts: formField('contacts', is.textType(60)),
    phone: formField('phone', is.withInputSchema(is.key, Optional(Phone))),
    address: formField('address', is.textType(200), { width: 200 }),
    orderPrefix: {
      ...formField('order_prefix', is.withInputSchema(is.key, Optional(Text(10))), { width: 100 }),
      called: { 'zh-cn': '单号前缀', en: 'Order prefix' },
    },
    trackingUrl: {
      ...formField('tracking_url', is.withInputSchema(is.key, Optional(TrackingAddress)), {
        width: 220,
      }),
      called: { 'zh-cn': '跟踪地址', en: 'Tracking address' },
    },
    /** Partner owed and paid for freight. */
    partnerId: {
      is: is.referenceType('supplier'),
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
    /** Absent: unchanged; of a new carrier the protocol of this product. */
    adapter: {
      is: is.withInputSchema(
        is.choiceType(carrierAdapters),
        Optional(toLiteralUnion(carrierAdapters)),
      ),
      keeps: 'adapter',
      enters: 'form',
      lists: { width: 110, optional: true },
      filters: 'more',
      called: { 'zh-cn': '接口协议', en: 'API protocol' },
    },
    clientUrl: {
      is: is.withInputSchema(is.key, Optional(WebAddress)),
      keeps: 'client_url',
      enters: 'form',
      called: { 'zh-cn': '接口地址', en: 'API address' },
    },
    clientId: {
      is: is.withInputSchema(is.key, Optional(ClientId)),
      keeps: 'client_id',
      enters: 'form',
      called: { 'zh-cn': '接口账号', en: 'Client ID' },
    },
    accountNumber: {
      is: is.withInputSchema(is.key, Optional(ClientId)),
      keeps: 'account_number',
      enters: 'form',
      called: { 'zh-cn': '客户账号', en: 'Account number' },
    },
    clientSecret: {
      is: secret,
      enters: 'call',
      called: { 'zh-cn': '接口密钥', en: 'Client secret' },
    },
    hasSecret: { is: is.flag, reads: 'info' },
    /** True with address, id and secret: the API can be called. */
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

/** Enabled carriers in display order. */
export const logisticsCompanyChoices = defineChoices({
  path: '/logistics/company/findBySelect',
  summary: 'Logistics companies for a select',
  row: {
    id: Id,
    name: Type.String(),
    code: Type.String(),
    adapter: toLiteralUnion(carrierAdapters),
  },
});

/** Tests entered or stored access; refuses `carrier.unreachable`. */
export const testCarrier = defineEndpoint({
  call: 'POST /logistics/company/test',
  summary: "Ask whether a logistics company's API answers",
  access: { page: logisticsCompanyPage, button: '1' },
  writes: false,
  labels: 'logisticsCompanies',
  input: Closed({
    /** Carrier whose secret is used if none is entered. */
    id: Optional(Id),
    name: Text(60),
    adapter: Optional(toLiteralUnion(carrierAdapters)),
    clientUrl: WebAddress,
    clientId: ClientId,
    clientSecret: Optional(Text(200)),
    accountNumber: Optional(ClientId),
  }),
  reply: Closed({ reachable: Type.Boolean() }),
});
