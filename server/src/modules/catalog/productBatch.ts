import type { ProductChanges } from '@tradehouse/contract';
import { checkSerialOrLot } from '@tradehouse/domain';
import { sql } from 'kysely';
import { refuseWith } from '../../kernel/access/index.ts';
import { idsFromList } from '../../kernel/table/index.ts';
import { logChange } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import type { StoredResourceRow } from '../../kernel/table/index.ts';
import { saveNothing } from '../system/index.ts';
import { writeProductChanges as saveChanges } from './bringing.ts';
import { lockPartLists } from './productParts.ts';
import { brandColumns, hasLines } from './productWriter.ts';

/** Changes the given fields of several products, all or none; approves each. */
export async function changeProductBatch(
  context: Context,
  { ids, material }: { readonly ids: string; readonly material: ProductChanges },
): Promise<{ changed: number }> {
  const before = await lockProducts(context, idsFromList(ids));
  const columns = {
    category_id: material.categoryId,
    color: material.color,
    ...(await brandColumns(context, material.brandId)),
    maker: material.maker,
    weight: material.weight,
    shelf_life_days: material.shelfLifeDays,
    shelf_position: material.shelfPosition,
    serial_managed: material.serialManaged,
    lot_managed: material.lotManaged,
    remark: material.remark,
  };
  for (const row of before) await refuseChange(context, row, columns);
  const after = await saveChanges(
    context,
    before.map(({ id, version }) => ({ ...columns, id, version: version + 1 })),
  );
  for (const row of before) {
    logChange(context, {
      action: 'update',
      subject: 'product',
      subjectId: row.id,
      number: String(row['name']),
      before: row,
      after: after.find(({ id }) => id === row.id),
    });
  }
  return { changed: after.length };
}

async function lockProducts(
  { tx, tenantId }: Context,
  ids: readonly string[],
): Promise<StoredResourceRow[]> {
  const { rows } = await sql<StoredResourceRow>`
    select * from product where tenant_id = ${tenantId} and id = any(${ids}::bigint[]) and removed_at is null
    order by id for update`.execute(tx);
  return rows.length < ids.length || rows.length === 0 ? refuseWith('record.missing') : rows;
}

async function refuseChange(
  context: Context,
  row: StoredResourceRow,
  columns: {
    readonly serial_managed?: boolean | undefined;
    readonly lot_managed?: boolean | undefined;
  },
): Promise<void> {
  const serial = columns.serial_managed ?? row['serial_managed'];
  const lot = columns.lot_managed ?? row['lot_managed'];
  checkSerialOrLot(serial === true, lot === true);
  const changes = serial !== row['serial_managed'] || lot !== row['lot_managed'];
  if (!changes) return;
  if (row['kit'] === true) refuseWith('product.kitManaged', {}, { field: 'serialManaged' });
  await lockPartLists(context);
  await saveNothing(context);
  if (await hasLines(context, row.id)) {
    refuseWith('product.used', { name: String(row['name']) }, { field: 'serialManaged' });
  }
}
