import { relations, sheets } from '@tradehouse/contract';
import { barcodeFinder, barcodeForms } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { addRows, changeRows } from '../../kernel/index.ts';
import type { Columns, Context } from '../../kernel/index.ts';
import { spellShops } from '../relation/index.ts';
import {
  addFaultsWhere,
  addRepeated,
  addUnknown,
  cellOf,
  noteBarcodes,
  rowsOf,
  stretches,
  within,
} from './compare.ts';
import type { Stretch } from './compare.ts';
import { asColumns, storedFields } from './productFields.ts';
import type { SheetImport } from './sheetImport.ts';
import { changeStored, removeAdded, storedCells } from './storedWork.ts';
import { refuseChanged } from './takeBack.ts';
import type { Cells, Side } from './takeBack.ts';
import type { SheetWork } from './work.ts';

/** Kept just as cells say. */
const kept = storedFields(relations.declares, Object.keys(sheets.productRelations.fields));
/** A cell says a barcode by its code, the table by its id. */
const said = { ...kept, barcode: { column: 'barcode', cast: 'numeric' } } as const;

/** Relations by spreadsheet: platform, shop and code tell one from another. No document names them, so all can be taken back. */
export const relationWork: SheetWork = {
  rule: () => ({ derived: {}, faults: [] }),
  check,
  present: (context, { id }) => sql`
    select r.row, p.version, ${cells}
    from sheet_row r join product_relation p on p.tenant_id = ${context.tenantId} and p.id = r.target_id
    ${withBarcode(context)}
    where ${rowsOf(context, id)}`,
  write: async (context, at, progress) => {
    for (const part of await stretches(context, at.id, ['new', 'changed'])) {
      await add(context, at, part);
      await change(context, at, part, 1);
      await progress(part.rows);
    }
  },
  undo: async (context, at, progress) => {
    await refuseChanged(context, at, 'product_relation');
    for (const part of await stretches(context, at.id, ['new', 'changed'])) {
      await change(context, at, part, 0);
      await removeAdded(context, at, part, 'product_relation');
      await progress(part.rows);
    }
  },
  all: (context) => sql`
    select ${cells} || jsonb_build_object('productName', g.name) as cells
    from product_relation p ${withBarcode(context)}
    left join product g on g.tenant_id = ${context.tenantId} and g.id = b.product_id
    where p.tenant_id = ${context.tenantId} order by p.platform, p.shop, p.id`,
};

const withBarcode = ({ tenantId }: Context): RawBuilder<unknown> =>
  sql`left join barcode b on b.tenant_id = ${tenantId} and b.id = p.barcode_id`;
const cells = sql`${storedCells(kept)} || jsonb_build_object('barcode', b.code)`;

const shopOf = sql`coalesce(${cellOf('shop')}, '')`;
const barcodeOf = sql<string>`(r.derived->>'barcodeId')::bigint`;

/** The relations `p` that a row `r` may mean: codes that were alike before stay apart, so the one as written comes first. */
const meant = ({ tenantId }: Context): readonly RawBuilder<boolean>[] => [
  sql`p.tenant_id = ${tenantId} and p.platform = ${cellOf('platform')} and p.shop = ${shopOf}
    and p.outer_sku_code = ${cellOf('outerSkuCode')}`,
  sql`p.tenant_id = ${tenantId} and r.target_id is null
    and p.colliding_outer_sku_code is distinct from p.outer_sku_code
    and folded_text(p.platform) = folded_text(${cellOf('platform')}) and normal_text(p.shop) = normal_text(${shopOf})
    and normal_text(p.outer_sku_code) = normal_text(${cellOf('outerSkuCode')})`,
];

async function check(context: Context, { id }: SheetImport): Promise<void> {
  const { tx } = context;
  await sql`
    update sheet_row r set derived = r.derived - 'barcodeId' where ${rowsOf(context, id)}`.execute(
    tx,
  );
  await noteBarcodes(context, id);
  for (const isMeant of meant(context))
    await sql`
      update sheet_row r set target_id = p.id from product_relation p
      where ${rowsOf(context, id)} and ${isMeant}`.execute(tx);
  await addUnknown(context, id, 'barcode', sql`r.derived->'barcodeId' is null`);
  const key = sql`jsonb_build_array(folded_text(${cellOf('platform')}), normal_text(${shopOf}),
    normal_text(${cellOf('outerSkuCode')}))`;
  await addRepeated(context, id, 'outerSkuCode', key);
  await addFaultsWhere(
    context,
    id,
    ['ratio', 'relation.ratio'],
    sql`${cellOf('ratio')}::numeric <= 0`,
  );
}

async function add(context: Context, { id }: SheetImport, part: Stretch): Promise<void> {
  const { tx } = context;
  const brought = within(context, id, part, 'new');
  const { rows } = await sql<{ cells: Cells; barcodeId: string | null }>`
    select r.cells, ${barcodeOf} as "barcodeId" from sheet_row r where ${brought} order by r.row`.execute(
    tx,
  );
  const added = rows.map(({ cells, barcodeId }) => ({
    shop: '',
    ...asColumns(kept, cells),
    barcode_id: barcodeId,
  }));
  await addRows(context, 'product_relation', await spellShops(context, added), sql`id`);
  for (const isMeant of meant(context))
    await sql`
      update sheet_row r set target_id = p.id from product_relation p
      where ${brought} and ${isMeant}`.execute(tx);
}

const change = (context: Context, at: SheetImport, part: Stretch, side: Side): Promise<void> =>
  changeStored(context, at, { part, side }, said, async (rows) =>
    changeRows(context, 'product_relation', await byTheirIds(context, rows)),
  );

type Change = Columns & { readonly id: string };

/** Barcodes by their ids; one that is gone since is none. */
async function byTheirIds(
  { tx, tenantId }: Context,
  rows: readonly Change[],
): Promise<readonly Change[]> {
  const codes = rows.flatMap(({ barcode }) => (typeof barcode === 'string' ? [barcode] : []));
  const { rows: known } = await sql<{ id: string; code: string }>`
    select id, code from barcode where tenant_id = ${tenantId} and code = any(${codes.flatMap(barcodeForms)}::text[])`.execute(
    tx,
  );
  const find = barcodeFinder(known, ({ code }) => code);
  return rows.map(({ barcode, ...rest }) =>
    barcode === undefined ? rest : { ...rest, barcode_id: find(String(barcode))?.id ?? null },
  );
}
