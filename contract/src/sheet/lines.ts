import { documentKinds } from '@tradehouse/domain';
import type { GoodsKindCode } from '@tradehouse/domain';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { GoodsLineInput } from '../document/shapes.ts';
import { endpoint } from '../endpoint.ts';
import { Optional } from '../field.ts';
import { Closed, DecimalString, Id, Nullable } from '../resource.ts';
import { maskOfKind } from '../document/tables.ts';
import { textField } from './sheets.ts';
import type { Sheet, SheetField } from './sheets.ts';

/** A goods kind's code. */
const Kind = Type.String({ maxLength: 40 });

/** Lines that come in at once: what an editor still holds with ease. */
export const MOST_LINES = 2_000;

const barcode: SheetField = {
  type: 'barcode',
  required: 'column',
  example: ['6901234500017', '6901234500017'],
};

/** The columns of a kind's lines (domain.md 11): its registry entry says which there are. */
export function lineSheet(code: GoodsKindCode): Sheet {
  const kind = documentKinds[code];
  const mask = maskOfKind(kind);
  const fields: Record<string, SheetField> = {
    ...(kind.warehouse
      ? { warehouse: { type: 'text' as const, required: 'column' as const, example: ['', ''] } }
      : {}),
    barcode,
    name: { type: 'text', ignored: true, example: ['保温杯', 'Vacuum flask'] },
    quantity: { type: 'amount', required: 'column', example: ['10', '10'] },
    ...(kind.price === null
      ? {}
      : { unitPrice: { type: 'amount' as const, mask, example: ['35', '35'] } }),
    ...(kind.amounts.includes('tax')
      ? { taxRate: { type: 'amount' as const, mask, most: 100, example: ['13', '13'] } }
      : {}),
    remark: textField(GoodsLineInput, 'remark', ['', '']),
  };
  return { id: 'lines', page: kind.url ?? '', labels: 'lines', fields };
}

/** A line of a sheet whose barcode and warehouse are known. What is null, the line starts with as it would in the editor. */
export const SheetLine = Closed({
  row: Type.Integer(),
  barcode: Type.String(),
  name: Type.String(),
  warehouseId: Nullable(Id),
  warehouseName: Type.String(),
  quantity: DecimalString,
  unitPrice: Nullable(DecimalString),
  taxRate: Nullable(DecimalString),
  remark: Type.String(),
});
export type SheetLine = Static<typeof SheetLine>;

/** Nothing is saved: the editor takes the lines, once no cell is wrong. */
export const readSheetLines = endpoint({
  method: 'POST',
  path: '/depotItem/importItemExcel',
  summary: 'Read the lines of a document from a spreadsheet',
  access: { document: 'edit' },
  upload: true,
  writes: false,
  input: Closed({ kind: Kind }),
  reply: Closed({
    lines: Type.Array(SheetLine),
    errors: Type.Array(
      Closed({ cell: Type.String(), label: Type.String(), message: Type.String() }),
    ),
    ignored: Type.Array(Type.String()),
  }),
});

export const lineTemplate = endpoint({
  method: 'GET',
  path: '/depotItem/importItemTemplate',
  summary: 'An empty spreadsheet for the lines of a kind',
  access: { document: 'edit' },
  envelope: 'file',
  input: Closed({
    kind: Kind,
    language: Optional(Type.Union([Type.Literal('zh-cn'), Type.Literal('en')])),
  }),
  reply: Type.Unknown(),
});
