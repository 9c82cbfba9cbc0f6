import { Type } from 'typebox';
import type { Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Name, Note, Optional, OptionalAmount, ShownAmount, Sort } from '../field.ts';
import { Closed, Id, Nullable, onOne, resource } from '../resource.ts';
import { table } from '../table.ts';

export const warehousePage = '/system/depot';
export const warehouseTypes = ['own', 'thirdParty', 'transit', 'defective'] as const;
const WarehouseType = Type.Union([
  Type.Literal('own'),
  Type.Literal('thirdParty'),
  Type.Literal('transit'),
  Type.Literal('defective'),
]);

export const warehouseTable = table({
  id: 'warehouses',
  path: '/depot/list',
  exportPath: '/depot/exportExcel',
  access: { page: warehousePage },
  columns: {
    id: { type: 'id', hidden: true },
    version: { type: 'integer', hidden: true },
    name: { type: 'text', width: 180 },
    type: { type: 'choice', choices: warehouseTypes },
    address: { type: 'text', width: 220 },
    storageFee: { type: 'money', mask: 'money' },
    transportFee: { type: 'money', mask: 'money' },
    principalName: { type: 'text' },
    remark: { type: 'text' },
    sort: { type: 'integer' },
    enabled: { type: 'flag' },
    isDefault: { type: 'flag' },
    createTime: { type: 'time', optional: true },
  },
  filters: {
    name: { by: 'contains', columns: ['name'], control: 'text', first: true },
    remark: { by: 'contains', columns: ['remark'], control: 'text', first: true },
    type: { by: 'equals', columns: ['type'], control: 'choice', choices: warehouseTypes },
    enabled: { by: 'flag', columns: ['enabled'], control: 'flag' },
  },
  order: { column: 'createTime', direction: 'desc' },
});

/** `storageFee` is per day and kilogram, `transportFee` per transport, both in base currency. */
export const WarehouseFields = Closed({
  name: Name(2, 30),
  type: Optional(WarehouseType),
  address: Optional(Note(200)),
  storageFee: OptionalAmount,
  transportFee: OptionalAmount,
  principalId: Optional(Nullable(Id)),
  sort: Optional(Sort),
  remark: Optional(Note(200)),
  enabled: Optional(Type.Boolean()),
});
export type WarehouseFields = Static<typeof WarehouseFields>;

export const WarehouseInfo = Closed({
  id: Id,
  version: Type.Integer(),
  name: Type.String(),
  type: Type.String(),
  address: Type.String(),
  storageFee: ShownAmount,
  transportFee: ShownAmount,
  principalId: Nullable(Id),
  principalName: Type.String(),
  sort: Type.Integer(),
  remark: Type.String(),
  enabled: Type.Boolean(),
  isDefault: Type.Boolean(),
});

export const warehouses = resource({
  path: '/depot',
  page: warehousePage,
  table: warehouseTable,
  fields: WarehouseFields,
  info: WarehouseInfo,
  unique: { field: 'name' },
  status: true,
});

const WarehouseChoice = Closed({ id: Id, name: Type.String(), isDefault: Type.Boolean() });

export const defaultWarehouse = onOne({
  method: 'POST',
  path: '/depot/updateIsDefault',
  summary: 'Make a warehouse the default',
  access: { page: warehousePage, button: '1' },
});

/** What a warehouse select offers: enabled ones that the caller is granted, in display order. */
export const myWarehouses = endpoint({
  method: 'GET',
  path: '/depot/findDepotByCurrentUser',
  summary: 'Warehouses of the signed-in user',
  access: 'signedIn',
  input: Closed({}),
  reply: Type.Array(WarehouseChoice),
});

export const allWarehouses = endpoint({
  method: 'GET',
  path: '/depot/getAllList',
  summary: 'Granted warehouses, also switched-off ones',
  access: 'signedIn',
  input: Closed({}),
  reply: Type.Array(WarehouseChoice),
});
