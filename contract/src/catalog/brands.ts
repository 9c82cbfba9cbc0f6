import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Name, Note, Optional, Sort, Text } from '../field.ts';
import { FileName } from '../file/files.ts';
import { Closed, Id, Nullable, choices, resource } from '../resource.ts';
import { table } from '../table.ts';

export const brandPage = '/material/brand';

export const brandTable = table({
  id: 'brands',
  path: '/brand/list',
  exportPath: '/brand/exportExcel',
  access: { page: brandPage },
  columns: {
    id: { type: 'id', hidden: true },
    version: { type: 'integer', hidden: true },
    logoId: { type: 'id', hidden: true },
    name: { type: 'text', width: 180 },
    code: { type: 'text', code: true },
    englishName: { type: 'text' },
    products: { type: 'integer' },
    sort: { type: 'integer' },
    enabled: { type: 'flag' },
    remark: { type: 'text' },
    createTime: { type: 'time', optional: true },
  },
  filters: {
    code: { by: 'contains', columns: ['code'], control: 'text', first: true },
    name: { by: 'contains', columns: ['name', 'englishName'], control: 'text', first: true },
    enabled: { by: 'flag', columns: ['enabled'], control: 'flag', first: true },
  },
  order: { column: 'createTime', direction: 'desc' },
});

/** Name and code are each unique in the company. */
export const BrandFields = Closed({
  code: Name(2, 30),
  name: Name(2, 60),
  englishName: Optional(Text(60)),
  /** A picture that `uploadFile` has taken; null: none. */
  logoId: Optional(Nullable(Id)),
  sort: Optional(Sort),
  enabled: Optional(Type.Boolean()),
  remark: Optional(Note(200)),
});
export type BrandFields = Static<typeof BrandFields>;

export const BrandInfo = Closed({
  id: Id,
  version: Type.Integer(),
  code: Type.String(),
  name: Type.String(),
  englishName: Type.String(),
  logoId: Nullable(Id),
  logo: Nullable(FileName),
  sort: Type.Integer(),
  enabled: Type.Boolean(),
  remark: Type.String(),
});

export const brands = resource({
  path: '/brand',
  page: brandPage,
  table: brandTable,
  fields: BrandFields,
  info: BrandInfo,
  unique: { field: 'name' },
  status: true,
});

/** Enabled brands, by their order. */
export const brandChoices = choices({
  path: '/brand/getBrandSelect',
  summary: 'Brands for a select',
  row: { id: Id, name: Type.String(), code: Type.String() },
});
