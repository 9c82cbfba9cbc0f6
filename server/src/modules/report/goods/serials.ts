import { serialMovesTable, serialTable } from '@tradehouse/contract';
import type { RowOf, serialStates } from '@tradehouse/contract';
import type { PlaceType } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { grantedWarehouses, visibleDocuments } from '../../../kernel/access/index.ts';
import { bindTable } from '../../../kernel/table/index.ts';
import { rowsAsTable } from '../../../kernel/tx/index.ts';
import { moveBeside } from '../books/beside.ts';

type SerialSql = RawBuilder<unknown>;
type SerialPieceState = (typeof serialStates)[number];

/** State of a serial by the type of place. */
const states: readonly { readonly place: PlaceType; readonly state: SerialPieceState }[] = [
  { place: 'warehouse', state: 'inStock' },
  { place: 'transit', state: 'travelling' },
  { place: 'customer', state: 'sold' },
  { place: 'supplier', state: 'returned' },
  { place: 'workshop', state: 'used' },
  { place: 'adjustment', state: 'writtenOff' },
];
const serialStateSql = (place: SerialSql): SerialSql => sql`(
  select given.state from ${rowsAsTable(states, 'place text, state text')} where given.place = ${place})`;

/** Last move of a serial by the exit document. */
const leftTo = (tenantId: string): SerialSql => sql`(
  select move.to_place from stock_move as move
  where move.tenant_id = ${tenantId} and move.document_id = coalesce(piece.in_transit_by, piece.out_document_id)
    and move.sku_id = piece.sku_id and piece.serial = any(move.serials)
  order by move.seq desc limit 1)`;

export const serialRows = bindTable(
  serialTable,
  ({ tenantId }, { serial }) => sql<
    Omit<
      RowOf<typeof serialTable>,
      'barcode' | 'name' | 'attributes' | 'state' | 'warehouseName' | 'partnerName'
    >
  >`
    select piece.sku_id || '-' || piece.serial as id, piece.sku_id as "skuId", piece.serial, piece.lot
    from serial_number as piece
    where piece.tenant_id = ${tenantId} and ${serial === undefined ? sql`true` : sql`piece.serial = ${serial.trim()}`}`,
  {
    beside: ({ tenantId, scope }) => ({
      by: ['skuId', 'serial'],
      joins: sql`
        left join serial_number as piece
          on piece.tenant_id = ${tenantId} and piece.sku_id = "row"."skuId" and piece.serial = "row".serial
        left join sku on sku.tenant_id = ${tenantId} and sku.id = piece.sku_id
        left join product on product.tenant_id = ${tenantId} and product.id = sku.product_id
        left join barcode on barcode.tenant_id = ${tenantId} and barcode.product_id = product.id and barcode.is_default
        left join warehouse on warehouse.tenant_id = ${tenantId} and warehouse.id = piece.warehouse_id
          and ${grantedWarehouses(scope, 'warehouse.id')}
        left join document on document.tenant_id = ${tenantId} and document.id = piece.out_document_id
          and piece.warehouse_id is null and ${visibleDocuments(scope, 'document')}
        left join partner on partner.tenant_id = ${tenantId} and partner.id = document.partner_id`,
      columns: {
        barcode: sql`barcode.code`,
        name: sql`product.name`,
        attributes: sql`sku.attributes`,
        state: sql`case when piece.warehouse_id is not null then 'inStock' else ${serialStateSql(leftTo(tenantId))} end`,
        warehouseName: sql`warehouse.name`,
        partnerName: sql`coalesce(partner.name, '')`,
      },
    }),
  },
);

type MovedRow = Pick<RowOf<typeof serialMovesTable>, 'id' | 'sequence' | 'date' | 'state'>;

/** Serial moves, net per document: a document returning the serial to the former place moved nothing. */
export const serialMovesRows = bindTable(
  serialMovesTable,
  ({ tenantId, scope }, { skuId, serial }) => {
    const isRequested =
      skuId === undefined || serial === undefined
        ? sql`false`
        : sql`move.sku_id = ${skuId} and ${serial} = any(move.serials)`;
    const own = (side: 'from' | 'to') =>
      sql`way.${sql.raw(side)}_place = 'warehouse' and ${grantedWarehouses(scope, `way.${side}_id`)}`;
    return sql<MovedRow>`
      select way.document_id::text as id, way.document_id, row_number() over (order by way.posting_number) as sequence,
        way.business_date as date, ${serialStateSql(sql`way.to_place`)} as state,
        case when ${own('to')} then way.to_id when ${own('from')} then way.from_id end as warehouse_id
      from (
        select distinct on (move.document_id) move.document_id, move.posting_number, move.business_date, move.to_place, move.to_id,
          move.stock_type, first_value(move.from_place) over begun as from_place, first_value(move.from_id) over begun as from_id,
          first_value(move.stock_type) over begun as from_type
        from stock_move as move
        join document on document.tenant_id = ${tenantId} and document.id = move.document_id and document.in_force
        where move.tenant_id = ${tenantId} and ${isRequested}
        window begun as (partition by move.document_id order by move.seq)
        order by move.document_id, move.seq desc) as way
      where (way.from_place, way.from_id, way.from_type) <> (way.to_place, way.to_id, way.stock_type)
        and ((${own('to')}) or (${own('from')}))`;
  },
  {
    pages: 'whole',
    beside: moveBeside,
  },
);
