import { Type } from 'typebox';
import type { Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Name, Note, Optional, ShownAmount, Sort } from '../field.ts';
import { Closed, Id, Nullable, resource } from '../resource.ts';
import { table } from '../table.ts';

export const servicePage = '/material/services';

/** What a fee is multiplied by: nothing, the pieces of an order, or its kilograms. */
export const chargeModes = ['order', 'piece', 'weight'] as const;
const ChargeMode = Type.Union([
  Type.Literal('order'),
  Type.Literal('piece'),
  Type.Literal('weight'),
]);

export const serviceTable = table({
  id: 'services',
  path: '/services/list',
  exportPath: '/services/exportExcel',
  access: { page: servicePage },
  columns: {
    id: { type: 'id', hidden: true },
    version: { type: 'integer', hidden: true },
    name: { type: 'text', width: 180 },
    fee: { type: 'money', mask: 'sale' },
    chargeMode: { type: 'choice', choices: chargeModes },
    itemName: { type: 'text' },
    sort: { type: 'integer' },
    enabled: { type: 'flag' },
    remark: { type: 'text' },
    createTime: { type: 'time', optional: true },
  },
  filters: {
    name: { by: 'contains', columns: ['name'], control: 'text', first: true },
    chargeMode: {
      by: 'equals',
      columns: ['chargeMode'],
      control: 'choice',
      choices: chargeModes,
      first: true,
    },
    enabled: { by: 'flag', columns: ['enabled'], control: 'flag', first: true },
  },
  order: { column: 'createTime', direction: 'desc' },
});

/** `fee` in the company's currency, at most two decimals; `itemId`: the income it is booked as. */
export const ServiceFields = Closed({
  name: Name(2, 60),
  fee: Type.String({ pattern: '^[0-9]{1,12}(\\.[0-9]{1,2})?$' }),
  chargeMode: ChargeMode,
  itemId: Optional(Nullable(Id)),
  sort: Optional(Sort),
  enabled: Optional(Type.Boolean()),
  remark: Optional(Note(200)),
});
export type ServiceFields = Static<typeof ServiceFields>;

export const ServiceInfo = Closed({
  id: Id,
  version: Type.Integer(),
  name: Type.String(),
  fee: ShownAmount,
  chargeMode: ChargeMode,
  itemId: Nullable(Id),
  itemName: Type.String(),
  sort: Type.Integer(),
  enabled: Type.Boolean(),
  remark: Type.String(),
});

export const services = resource({
  path: '/services',
  page: servicePage,
  table: serviceTable,
  fields: ServiceFields,
  info: ServiceInfo,
  unique: { field: 'name' },
  status: true,
});

export const serviceChoices = endpoint({
  method: 'GET',
  path: '/services/listServicesSelect',
  summary: 'Enabled services with what they cost',
  access: { page: [servicePage, '/bill/sale_order', '/bill/sale_out'] },
  input: Closed({}),
  reply: Type.Array(
    Closed({ id: Id, name: Type.String(), fee: ShownAmount, chargeMode: ChargeMode }),
  ),
});
